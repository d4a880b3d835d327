import { type BuildStep, mapObjects, without } from './build.ts'

/** Before loans had initialBorrow, totalFee and totalRedraw. */
export const b04: BuildStep = {
  convertResponse: (body) => mapObjects(body, (object) => without(object, 'initialBorrow', 'totalFee', 'totalRedraw')),
}
