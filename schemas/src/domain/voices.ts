/** Kinds of voices, the best first; see VOICE-1. */
const KINDS = ['Neural2', 'Wavenet', 'Standard'] as const;
export type VoiceKind = (typeof KINDS)[number];

/** The kind that a voice's type text tells: neural and chirp are Neural2, wavenet is Wavenet, all else Standard. */
export function voiceKind(type: string): VoiceKind {
  if (/neural|chirp/i.test(type)) return 'Neural2';
  return /wavenet/i.test(type) ? 'Wavenet' : 'Standard';
}

const GENDERS = ['female', 'male', 'neutral'];

/** Genders of other names come last. */
const genderRank = (gender: string): number =>
  GENDERS.includes(gender.toLowerCase()) ? GENDERS.indexOf(gender.toLowerCase()) : GENDERS.length;
const kindRank = (type: string): number => KINDS.indexOf(voiceKind(type));

type Voice = { type: string; gender: string; name: string };

/** The order in which the account area lists a language's voices: kind, gender, name; see VOICE-2. */
export const compareVoices = (a: Voice, b: Voice): number =>
  kindRank(a.type) - kindRank(b.type) || genderRank(a.gender) - genderRank(b.gender) || a.name.localeCompare(b.name);

const CHOICE_GENDERS = ['female', 'male'];
const choiceRank = ({ gender }: Pick<Voice, 'gender'>): number =>
  CHOICE_GENDERS.includes(gender.toLowerCase()) ? CHOICE_GENDERS.indexOf(gender.toLowerCase()) : CHOICE_GENDERS.length;

/** The order in which favourites, settings and forms offer voices: female, male, others, then name; see VOICE-3. */
export const compareVoicesByGender = (a: Omit<Voice, 'type'>, b: Omit<Voice, 'type'>): number =>
  choiceRank(a) - choiceRank(b) || a.name.localeCompare(b.name);
