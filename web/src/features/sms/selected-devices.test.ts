import { expect, it } from 'vitest';
import { countSelected } from './selected-devices.ts';

it.each([
  [null, 0],
  ['', 0],
  ['[]', 0],
  ['[12,14,15]', 3],
  ['[{"company_id":12,"serial":"1111-1111-1111-1111"}]', 1],
  ['["1111-1111-1111-1111","2222-2222-2222-2222"]', 2],
  ['{"length":7}', 0],
  ['7', 0],
  ['null', 0],
  ['[1,2', 0],
  ['"[1]"', 0],
])('%j names %i devices', (devices, count) => expect(countSelected(devices)).toBe(count));
