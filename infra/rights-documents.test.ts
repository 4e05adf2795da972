import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_ROLES, RIGHTS, ROLE_RIGHTS } from '@belfry/schemas/domain/rights';
import { SCOPE_RIGHTS } from '@belfry/schemas/domain/scopes';
import { expect, it } from 'vitest';

const page = (name: string): string => readFileSync(join(import.meta.dirname, '..', 'docs/product', name), 'utf8');
/** The cells of the rows of a table whose first cell is code. */
const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\| `([a-z:-]+)` +\|(.*)\|$/gm)].map(([, name = '', rest = '']) =>
    [name].concat(rest.split('|').map((cell) => cell.trim())),
  );

it('docs/product/teams.md has the table of roles', () => {
  const documented = rowsOf(page('teams.md')).map(([right, , ...cells]) => ({
    right,
    roles: cells.map((cell) => cell === 'yes'),
  }));
  const declared = Object.keys(RIGHTS).map((right) => ({
    right,
    roles: NODE_ROLES.map((role) => (ROLE_RIGHTS[role] as readonly string[]).includes(right)),
  }));
  expect(documented).toHaveLength(declared.length);
  expect(documented).toEqual(expect.arrayContaining(declared));
});

it('docs/product/api-keys.md has the table of scopes, with an example each', () => {
  const documented = rowsOf(page('api-keys.md')).map(([scope, needs]) => [scope, needs]);
  expect(documented).toEqual(Object.entries(SCOPE_RIGHTS).map(([scope, rights]) => [scope, rights.join(', ')]));
  expect(page('api-keys.md').match(/curl -H/g)).toHaveLength(Object.keys(SCOPE_RIGHTS).length);
});
