import type { Message } from '@belfry/schemas/http/library/texts';
import type { speechFor } from '../../../library/index.ts';
import type { SpeechKey } from '../../../library/rendering/index.ts';
import type { Deps } from '../../../../deps.ts';
import type { Place } from '../../../places/index.ts';
import type { Inputs } from './inputs.ts';

/** A text that programmes need, with the first instant at which it is heard and the schedules that say it. */
export type NeededSpeech = { key: SpeechKey; hash: string; at: number; schedule_ids: Set<number> };
type Heard = Pick<Place, 'name' | 'language' | 'voice' | 'time_zone'>;

const saysPlace = (message: Message): boolean => message.variants.some(({ text }) => text.includes('{place}'));
const saysTime = (message: Message): boolean => message.variants.some(({ text }) => /\{(time|date)\}/.test(text));

/** How texts become speech. They are given, because what is imported here is loaded in a thread. */
export type Speaking = { speechFor: typeof speechFor; keyOf: Deps['rendering']['keyOf'] };

/** Collects the texts of many places; equal ones are filled in once. */
export function createSpeechPlan({ dictionary }: Pick<Inputs, 'dictionary'>, speaking: Speaking) {
  const needed = new Map<string, NeededSpeech>();
  const filledIn = new Map<string, NeededSpeech>();

  /** What the text depends on; it is read once, because it may be long and heard often. */
  const known = new Map<Message, { place: boolean; time: boolean }>();
  const variesBy = (message: Message) => {
    const found = known.get(message) ?? { place: saysPlace(message), time: saysTime(message) };
    known.set(message, found);
    return found;
  };

  const fillIn = (message: Message, place: Heard, at: number): NeededSpeech => {
    const { key } = speaking.speechFor({ message }, place, { instant: new Date(at), dictionary });
    const hash = speaking.keyOf(key);
    const entry = needed.get(hash) ?? { key, hash, at, schedule_ids: new Set<number>() };
    needed.set(hash, entry);
    return entry;
  };

  return {
    needed,
    /** The hash of what a place hears of a message at an instant. Without a schedule it is an emergency, which is needed first. */
    add(message: Message, place: Heard, at: number, scheduleId: number | null): string {
      const varies = variesBy(message);
      const parts = [message.id, place.language, place.voice, varies.place ? place.name : ''];
      const id = JSON.stringify(varies.time ? [...parts, place.time_zone, at] : parts);
      const entry = filledIn.get(id) ?? fillIn(message, place, at);
      filledIn.set(id, entry);
      entry.at = Math.min(entry.at, scheduleId === null ? 0 : at);
      if (scheduleId !== null) entry.schedule_ids.add(scheduleId);
      return entry.hash;
    },
  };
}
export type SpeechPlan = ReturnType<typeof createSpeechPlan>;

/** Whether places with different names hear different texts. */
export const dependsOnName = (messages: readonly Message[]): boolean => messages.some(saysPlace);
