import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { startI18n } from '../../../lib/i18n.ts';
import { useSampleErrorText } from './sample-panel.tsx';
import type { SampleFailure } from './load-sample.ts';

beforeAll(startI18n);
afterEach(cleanup);

const away: ApiError = { status: 0, message: 'Network error', code: 'network', details: [] };
const media = (code: number, started = false): SampleFailure => ({ kind: 'media', code, started });

it.each<[SampleFailure, string, string | null]>([
  [{ kind: 'missing' }, 'Audio sample is not available for this voice', 'This voice has no sample yet.'],
  [
    { kind: 'not_ready' },
    'Audio sample is not available after multiple attempts',
    'The sample may still be generating. Try again in a moment.',
  ],
  [{ kind: 'unplayable' }, 'Voice sample is not available for playback. Please try again later.', null],
  [{ kind: 'network', error: away }, 'Audio loading error: Network error', null],
  [{ kind: 'status', status: 500 }, 'Audio file loading error (code: 500)', null],
  [media(1), 'Audio file loading error (code: 1)', 'Audio playback was aborted'],
  [media(2, true), 'Error playing voice sample', 'Network error while loading audio'],
  [media(3), 'Audio file loading error (code: 3)', 'Audio format not supported'],
  [media(4), 'Audio file loading error (code: 4)', 'Audio source not found or not supported'],
  [media(0), 'Audio file loading error (code: 0)', 'Unknown audio error'],
  [{ kind: 'refused' }, 'Error playing audio', null],
  [{ kind: 'no_source' }, 'No audio source available', null],
])('%j', (failure, title, text) => {
  const { result } = renderHook(useSampleErrorText);
  expect(result.current(failure)).toEqual(text === null ? { title } : { title, text });
});
