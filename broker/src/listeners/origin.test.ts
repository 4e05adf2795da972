import { expect, it } from 'vitest';
import { isOriginAllowed } from './origin.ts';

it.each([
  ['https://belfry.example', 'belfry.example', [], true],
  ['http://localhost:5173', 'localhost:8083', [], true],
  ['http://[::1]:8080', '[::1]:8083', [], true],
  ['https://evil.example', 'belfry.example', [], false],
  ['https://belfry.example.evil.example', 'belfry.example', [], false],
  ['null', 'null', [], false],
  ['https://belfry.example', undefined, [], false],
  [undefined, 'belfry.example', ['https://a.example'], true],
  ['https://a.example', 'belfry.example', ['https://a.example'], true],
  ['https://belfry.example', 'belfry.example', ['https://a.example'], false],
  ['https://anything.example', 'belfry.example', ['*'], true],
])('a page of %s at %s with the list %j: %s', (origin, host, allowed, expected) => {
  expect(isOriginAllowed(origin, host, allowed)).toBe(expected);
});
