import { expect, it } from 'vitest';
import { sampleState } from './voices.service.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1_000);

it.each([
  ['present', true, ago(5), 'an old error'],
  ['creating', false, ago(59), null],
  ['none', false, ago(61), null],
  ['failed', false, null, 'The engine is away'],
  ['none', false, null, null],
])('a sample is %s', (state, hasSample, sample_started_at, sample_error) => {
  expect(sampleState({ sample_started_at, sample_error }, hasSample, NOW)).toBe(state);
});
