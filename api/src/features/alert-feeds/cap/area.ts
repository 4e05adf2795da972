import type { CapInfo, Coordinate } from './cap.ts';

export type { Coordinate } from './cap.ts';
type Area = CapInfo['area'][number];

const EARTH_KM = 6_371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export const isInArea = (
  { polygon, circle }: Pick<Area, 'polygon' | 'circle'>,
  places: readonly Coordinate[],
): boolean =>
  polygon.some((points) => {
    const ring = unrolled(points);
    return places.some((place) => isInRing(ring, place));
  }) || circle.some((each) => places.some((place) => distanceKm(each.centre, place) <= each.km));

type Ring = { points: readonly Coordinate[]; south: number; north: number; west: number; east: number };

/** A polygon that crosses the line of the date has its longitudes west of it counted on from 180 degrees. */
function unrolled(written: readonly Coordinate[]): Ring {
  const span = extent(written, 1);
  const points =
    span.most - span.least > 180
      ? written.map(([north, east]): Coordinate => [north, east < 0 ? east + 360 : east])
      : written;
  const [latitudes, longitudes] = [extent(points, 0), extent(points, 1)];
  return { points, south: latitudes.least, north: latitudes.most, west: longitudes.least, east: longitudes.most };
}

function extent(points: readonly Coordinate[], axis: 0 | 1): { least: number; most: number } {
  let [least, most] = [Infinity, -Infinity];
  for (const point of points) {
    least = Math.min(least, point[axis]);
    most = Math.max(most, point[axis]);
  }
  return { least, most };
}

/** A point on the border is inside. */
function isInRing({ points, south, north, west, east }: Ring, [latitude, longitude]: Coordinate): boolean {
  const along = longitude < west && longitude + 360 <= east ? longitude + 360 : longitude;
  if (latitude < south || latitude > north || along < west || along > east) return false;
  let inside = false;
  let [before] = [points.at(-1) ?? [0, 0]] as [Coordinate];
  for (const point of points) {
    const [[y1, x1], [y2, x2]] = [before, point];
    const cross = (x2 - x1) * (latitude - y1) - (y2 - y1) * (along - x1);
    const between =
      Math.min(x1, x2) <= along &&
      along <= Math.max(x1, x2) &&
      Math.min(y1, y2) <= latitude &&
      latitude <= Math.max(y1, y2);
    if (cross === 0 && between) return true;
    if (y1 > latitude !== y2 > latitude && along < ((x2 - x1) * (latitude - y1)) / (y2 - y1) + x1) inside = !inside;
    before = point;
  }
  return inside;
}

function distanceKm([latitude1, longitude1]: Coordinate, [latitude2, longitude2]: Coordinate): number {
  const [dy, dx] = [radians(latitude2 - latitude1), radians(longitude2 - longitude1)];
  const half =
    Math.sin(dy / 2) ** 2 + Math.cos(radians(latitude1)) * Math.cos(radians(latitude2)) * Math.sin(dx / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}
