import { expect, it } from 'vitest';
import { initialsOf } from './user-menu.tsx';

it.each([
  ['Ada Lovelace', 'AL'],
  ['ольга', 'О'],
  ['  Jean Luc Picard ', 'JL'],
  ['🎺 Trumpet', '🎺T'],
  ['👩‍🎤', '👩‍🎤'],
  ['', ''],
])('shows %j as %j', (name, initials) => expect(initialsOf(name)).toBe(initials));
