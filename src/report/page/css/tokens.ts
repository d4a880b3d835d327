/** Sizes and colours: see docs/design.md. A colour has a meaning, a box a paler one of the same. */
export const tokens = `
:root { color-scheme: light dark;
  --ink: #15181d; --soft: #545e6b; --line: #d9dfe6; --paper: #fff; --box: #f5f7f9;
  --bad: #b3261e; --bad-box: #fdf0ef; --warn: #855100; --warn-box: #fdf5e6; --good: #1a6b3b; --good-box: #eaf6ef;
  --info: #1f58a5; --info-box: #edf3fc; --mark: #8250df;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  --s1: .25rem; --s2: .5rem; --s3: .75rem; --s4: 1rem; --s5: 1.5rem; --s6: 2.5rem; --round: .5rem; }
@media (prefers-color-scheme: dark) { :root {
  --ink: #e8ebef; --soft: #9ba5b1; --line: #2d343d; --paper: #0f1317; --box: #171c22;
  --bad: #ff8d83; --bad-box: #2b1716; --warn: #f0b660; --warn-box: #2a2112; --good: #6fd098; --good-box: #12251b;
  --info: #8fbaff; --info-box: #141f32; --mark: #c6a8ff; } }
@media print { :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --box: #f4f4f4;
  --bad: #b3261e; --bad-box: #fdf0ef; --warn: #855100; --warn-box: #fdf5e6; --good: #1a6b3b; --good-box: #eaf6ef;
  --info: #1f58a5; --info-box: #edf3fc; --mark: #6b3fbf; } }
`
