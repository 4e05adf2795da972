import { expect, it } from 'vitest';
import { registeredSchema } from './register-answer.ts';

it.each([
  ['done', undefined],
  [{ message: 'ok' }, undefined],
  [{ success: true }, undefined],
  [{ user_id: 7 }, 7],
  [{ success: true, message: 'ok', user_id: 7, later: 1 }, 7],
  [{ message: 'ok', user_id: 'seven' }, undefined],
])('%j confirms a registration', (answer, userId) => expect(registeredSchema.parse(answer)).toEqual({ userId }));

it.each([[{}], [null], [7], [[]]])('%j does not', (answer) => expect(registeredSchema.parse(answer)).toBeNull());
