import { expect, it } from 'vitest';
import { isOriginAllowed } from './ws-listener.ts';

const PORTS = ['8080'];

it.each([
  ['https://belfry.example', 'belfry.example', 'https', [], true],
  ['https://belfry.example:8443', 'belfry.example:8443', 'https', [], true],
  ['http://localhost:8080', 'localhost:8083', 'http', [], true],
  ['http://[::1]:8080', '[::1]:8083', 'http', [], true],
  ['https://belfry.example', 'belfry.example', null, [], true],
  ['http://localhost:5173', 'localhost:8083', 'http', [], false],
  ['https://belfry.example:8443', 'belfry.example', 'https', [], false],
  ['http://belfry.example', 'belfry.example', 'https', [], false],
  ['https://belfry.example', 'belfry.example', 'http', [], false],
  ['ftp://belfry.example', 'belfry.example', null, [], false],
  ['https://evil.example', 'belfry.example', 'https', [], false],
  ['https://belfry.example.evil.example', 'belfry.example', 'https', [], false],
  ['null', 'null', 'http', [], false],
  ['https://belfry.example', undefined, 'https', [], false],
  [undefined, 'belfry.example', 'https', ['https://a.example'], true],
  ['https://a.example', 'belfry.example', 'http', ['https://a.example'], true],
  ['https://belfry.example', 'belfry.example', 'https', ['https://a.example'], false],
  ['https://anything.example', 'belfry.example', 'http', ['*'], true],
])('a page of %s at %s over %s with the list %j: %s', (origin, host, scheme, origins, expected) => {
  expect(isOriginAllowed({ origin, host, scheme }, { origins, ports: PORTS })).toBe(expected);
});
