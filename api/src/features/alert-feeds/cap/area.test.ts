import { describe, expect, it } from 'vitest';
import { type Coordinate, isInArea } from './area.ts';

const inPolygon = (polygon: Coordinate[], place: Coordinate): boolean =>
  isInArea({ polygon: [polygon], circle: [] }, [place]);

describe('a polygon', () => {
  const square: Coordinate[] = [
    [10, 10],
    [20, 10],
    [20, 20],
    [10, 20],
    [10, 10],
  ];
  const horseshoe: Coordinate[] = [
    [0, 0],
    [10, 0],
    [10, 3],
    [3, 3],
    [3, 7],
    [10, 7],
    [10, 10],
    [0, 10],
    [0, 0],
  ];
  /** Fiji: the line of the date goes through it. */
  const fiji: Coordinate[] = [
    [-20, 176],
    [-15, 176],
    [-15, -178],
    [-20, -178],
    [-20, 176],
  ];

  it.each<[Coordinate, boolean]>([
    [[15, 15], true],
    [[10, 15], true],
    [[20, 20], true],
    [[9.999, 15], false],
    [[15, 20.001], false],
    [[-15, -15], false],
  ])('has %j: %s', (place, expected) => expect(inPolygon(square, place)).toBe(expected));

  it.each<[Coordinate, boolean]>([
    [[1, 5], true],
    [[8, 1], true],
    [[8, 5], false],
  ])('that is no convex one has %j: %s', (place, expected) => expect(inPolygon(horseshoe, place)).toBe(expected));

  it.each<[Coordinate, boolean]>([
    [[-18, 178], true],
    [[-18, -179], true],
    [[-18, 0], false],
    [[-18, -170], false],
  ])('that crosses the line of the date has %j: %s', (place, expected) =>
    expect(inPolygon(fiji, place)).toBe(expected),
  );
});

it.each<[number, boolean]>([
  [505, true],
  [503, false],
  [0, false],
])('a circle of %d km around Munich has Berlin: %s', (km, expected) => {
  const circle = { centre: [48.137, 11.575] as const, km };
  expect(isInArea({ polygon: [], circle: [circle] }, [[52.52, 13.405]])).toBe(expected);
});
