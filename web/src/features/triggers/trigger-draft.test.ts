import type { Trigger } from '@belfry/schemas/http/triggers/triggers';
import { newTriggerBodySchema } from '@belfry/schemas/http/triggers/triggers';
import { describe, expect, it } from 'vitest';
import { NEW_FEED } from '../alert-feeds/index.ts';
import {
  draftOf,
  fieldsOf,
  needsConfirmation,
  soundOfValue,
  type TriggerDraft,
  valueOfSound,
} from './trigger-draft.ts';

const draft = (changed: Partial<TriggerDraft>): TriggerDraft => ({
  ...draftOf(undefined),
  name: 'Till 3',
  node: 12,
  ...changed,
});
const FEED = { ...NEW_FEED, url: 'https://alerts.example.org/feed', geocodes: ['0911*'] };
const PLACES = { nodes: [12], groups: [], devices: [], except: { nodes: [], groups: [], devices: [] } };

describe('what is stored of a draft', () => {
  it('is heard at the place of the trigger where no place is chosen', () =>
    expect(fieldsOf(draft({ message_id: 4 }))).toEqual({
      name: 'Till 3',
      source: { type: 'hook' },
      action: { type: 'message', message_id: 4, targets: PLACES, priority: 'say_now' },
      mode: 'automatic',
      drill: false,
      confirmed: false,
    }));

  it('is nothing until everything that it needs is there', () => {
    expect(fieldsOf(draft({}))).toBeNull();
    expect(fieldsOf(draft({ name: ' ', message_id: 4 }))).toBeNull();
    expect(fieldsOf(draft({ message_id: 4, source: 'input', serial: '1' }))).toBeNull();
    expect(fieldsOf(draft({ message_id: 4, source: 'alarm' }))).toBeNull();
    expect(fieldsOf(draft({ action: 'silence', minutes: 0 }))).toBeNull();
  });

  it('needs a confirmation for an emergency that asks nobody', () => {
    const emergency = draft({ action: 'emergency', emergency_id: 5 });
    expect(fieldsOf(emergency)).toBeNull();
    expect(fieldsOf({ ...emergency, confirmed: true })).toMatchObject({ confirmed: true });
    expect(fieldsOf({ ...emergency, mode: 'ask' })).toMatchObject({ confirmed: false });
    expect(fieldsOf({ ...emergency, drill: true })).toMatchObject({ confirmed: false });
    expect(needsConfirmation({ action: { type: 'all_clear' }, mode: 'automatic', drill: false })).toBe(true);
    expect(needsConfirmation({ action: { type: 'ring' }, mode: 'automatic', drill: false })).toBe(false);
  });

  it.each<Partial<TriggerDraft>>([
    { source: 'call', action: 'all_clear', confirmed: true },
    { source: 'alarm', kinds: ['disk'], severities: ['high'], action: 'silence', minutes: 30 },
    { source: 'input', serial: '1111-2222-3333-4444', input: 'button1', state: 'off', action: 'ring' },
    { source: 'alert_feed', feed: FEED, action: 'alert', says: 'headline', priority: 'scheduled' },
    { source: 'alert_feed', feed: { ...FEED, ends: true }, action: 'emergency', emergency_id: 5, mode: 'ask' },
    { action: 'message', message_id: 4, priority: 'scheduled', targets: { devices: ['1111-2222-3333-4444'] } },
  ])('passes the contract, and comes back as the same draft: %o', (changed) => {
    const fields = fieldsOf(draft(changed));
    expect(newTriggerBodySchema.safeParse({ ...fields, company_id: 12 }).success).toBe(true);
    const stored = { ...fields, company_id: 12 } as unknown as Trigger;
    expect(fieldsOf({ ...draftOf(stored), confirmed: true })).toEqual(fields);
  });
});

it.each(['chime:bell', 'own:7', 'message:9'])('the sound %s and its value', (value) => {
  const sound = soundOfValue(value);
  expect(sound && valueOfSound(sound)).toBe(value);
});
