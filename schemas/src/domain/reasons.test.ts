import { describe, expect, it } from 'vitest';
import { REASON_CODES, reasonOf, reasonText } from './reasons.ts';

describe('the reasons of announcements', () => {
  it.each(REASON_CODES)('%s is found again in its own text', (code) => {
    const params = {
      priority: 'say_now',
      status: 503,
      bytes: 7,
      language: 'lv',
      seconds: 15,
      error: 'no',
      name: 'voice.onnx',
      what: 'sent',
      number: 7,
    };
    expect(reasonOf(reasonText(code, params)).reason_code).toBe(code);
  });

  it('gives the parameters of a text', () => {
    expect(reasonOf('There is no voice for the language lv-LV')).toEqual({
      reason_code: 'no_voice',
      reason_params: { language: 'lv-LV' },
    });
    expect(reasonOf(reasonText('interrupted_by', { priority: 'emergency' })).reason_params).toEqual({
      priority: 'emergency',
    });
  });

  it('has no code for a text of another firmware, and none for no reason', () => {
    expect(reasonOf('the cat sat on it')).toEqual({ reason_code: null, reason_params: {} });
    expect(reasonOf('expired or not')).toEqual({ reason_code: null, reason_params: {} });
    expect(reasonOf(null)).toEqual({ reason_code: null, reason_params: {} });
  });
});
