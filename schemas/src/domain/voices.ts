/** The kinds of voices, best first; see VOICE-1. */
const KINDS = ['Neural', 'Neural2', 'Wavenet', 'Standard'] as const;
export type VoiceKind = (typeof KINDS)[number];

/** The engines of neural voices, as they are written in names: `lv-LV-Piper-Aivars-medium`. */
const NEURAL_ENGINES = /(^|-)(piper|supertonic)-/i;

/**
 * The kind of a voice by its type or name: those of Piper and Supertonic are Neural; those of a provider with neural or chirp in them Neural2, with
 * wavenet Wavenet, all others Standard.
 */
export function voiceKind(type: string): VoiceKind {
  if (/^neural$/i.test(type) || NEURAL_ENGINES.test(type)) return 'Neural';
  if (/neural|chirp/i.test(type)) return 'Neural2';
  return /wavenet/i.test(type) ? 'Wavenet' : 'Standard';
}

/** Regions of language codes that are no countries: XA is Google's code for the Arabic-speaking world. */
const NO_REGIONS: ReadonlySet<string> = new Set(['XA']);

/** The country of a language code in its canonical form: `ru-RU` is RU; undefined without one, as in `ar-XA`. */
export function regionOfCode(code: string): string | undefined {
  const [, ...parts] = code.split('-');
  const region = parts.find((part) => /^([A-Z]{2}|\d{3})$/.test(part));
  return region === undefined || NO_REGIONS.has(region) ? undefined : region;
}

const GENDERS = ['female', 'male', 'neutral'];

/** Other genders come last. */
const genderRank = (gender: string): number =>
  GENDERS.includes(gender.toLowerCase()) ? GENDERS.indexOf(gender.toLowerCase()) : GENDERS.length;
const kindRank = (type: string): number => KINDS.indexOf(voiceKind(type));

/** One order for all languages, in any case, with numbers by their value: the same on the server and in every browser. */
const { compare: compareNames } = new Intl.Collator('und', { numeric: true });

type Voice = { type: string; gender: string; name: string };

/** The order of a language's voices in the account area: kind, gender, name; see VOICE-2. */
export const compareVoices = (a: Voice, b: Voice): number =>
  kindRank(a.type) - kindRank(b.type) || genderRank(a.gender) - genderRank(b.gender) || compareNames(a.name, b.name);

const CHOICE_GENDERS = ['female', 'male'];
const choiceRank = ({ gender }: Pick<Voice, 'gender'>): number =>
  CHOICE_GENDERS.includes(gender.toLowerCase()) ? CHOICE_GENDERS.indexOf(gender.toLowerCase()) : CHOICE_GENDERS.length;

type ChosenVoice = Omit<Voice, 'type'> & { type?: string };
const isOther = ({ type = '' }: ChosenVoice): number => (voiceKind(type) === 'Neural' ? 0 : 1);

/** The order of voices in favourites, settings and forms: neural ones first, then female, male, others, then name; see VOICE-3. */
export const compareVoicesByGender = (a: ChosenVoice, b: ChosenVoice): number =>
  isOther(a) - isOther(b) || choiceRank(a) - choiceRank(b) || compareNames(a.name, b.name);
