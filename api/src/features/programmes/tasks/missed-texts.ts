type Facts = {
  schedule: string;
  at: Date;
  /** That of the places. */
  zone: string;
  names: string[];
  places: number;
  /** What keeps the schedule from being heard, as a text that cannot be spoken. */
  problem: string | null;
};
type Texts = { lang: string; subject: string; mail: string; sms: string };

const TEXTS = {
  en: {
    subject: ({ schedule }: Facts) => `Not heard: ${schedule}`,
    hello: (name: string) => `Hello ${name},`,
    missed: (when: string, { schedule, places }: Facts) =>
      `“${schedule}” of ${when} has not been played at ${places === 1 ? 'this place' : `these ${places} places`}:`,
    more: (count: number) => `and ${count} more`,
    reason: (problem: string) => `Reason: ${problem}`,
    sms: (when: string, { schedule, places, names }: Facts) =>
      `Not heard: "${schedule}", ${when}. ${names[0] ?? ''}${places > 1 ? ` and ${places - 1} more` : ''}`,
  },
  ru: {
    subject: ({ schedule }: Facts) => `Не прозвучало: ${schedule}`,
    hello: (name: string) => `Здравствуйте, ${name}!`,
    missed: (when: string, { schedule, places }: Facts) => `«${schedule}» (${when}) не прозвучало. Мест: ${places}`,
    more: (count: number) => `и ещё ${count}`,
    reason: (problem: string) => `Причина: ${problem}`,
    sms: (when: string, { schedule, places, names }: Facts) =>
      `Не прозвучало: «${schedule}», ${when}. ${names[0] ?? ''}${places > 1 ? ` и ещё ${places - 1}` : ''}`,
  },
} as const;

/** What a responsible person is told about places that have not begun a run, in their language. */
export function missedTexts({ name, language }: { name: string; language: string }, facts: Facts): Texts {
  const lang = language === 'ru' ? 'ru' : 'en';
  const texts = TEXTS[lang];
  const when = `${momentIn(language, facts)} (${facts.zone})`;
  const rest = facts.places - facts.names.length;
  const lines = [...facts.names.map((place) => `- ${place}`), ...(rest > 0 ? [texts.more(rest)] : [])];
  const reason = facts.problem === null ? [] : ['', texts.reason(facts.problem)];
  const mail = [texts.hello(name), '', texts.missed(when, facts), ...lines, ...reason, ''].join('\n');
  return { lang, subject: texts.subject(facts), mail, sms: texts.sms(when, facts) };
}

/** The wall clock of the places, in the format of the reader. */
function momentIn(language: string, { at, zone }: Pick<Facts, 'at' | 'zone'>): string {
  const format: Intl.DateTimeFormatOptions = { timeZone: zone, dateStyle: 'short', timeStyle: 'short' };
  try {
    return at.toLocaleString(language, format);
  } catch {
    // The language is no tag that Intl knows.
    return at.toLocaleString('en', format);
  }
}
