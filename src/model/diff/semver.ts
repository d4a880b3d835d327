/** Version bump (https://semver.org, §6 to §8); `none`: nothing changed. */
export type SemverBump = 'major' | 'minor' | 'patch' | 'none'
