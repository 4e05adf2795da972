type Facts = { schedule: string; at: Date; zone: string; names: string[]; places: number };
type Texts = { lang: string; subject: string; mail: string; sms: string };

const TEXTS = {
  en: {
    subject: ({ schedule }: Facts) => `Not heard: ${schedule}`,
    hello: (name: string) => `Hello ${name},`,
    missed: (when: string, { schedule, places }: Facts) =>
      `“${schedule}” of ${when} has not been played at ${places === 1 ? 'this place' : `these ${places} places`}:`,
    more: (count: number) => `and ${count} more`,
    sms: (when: string, { schedule, places, names }: Facts) =>
      `Not heard: "${schedule}", ${when}. ${names[0] ?? ''}${places > 1 ? ` and ${places - 1} more` : ''}`,
  },
  ru: {
    subject: ({ schedule }: Facts) => `Не прозвучало: ${schedule}`,
    hello: (name: string) => `Здравствуйте, ${name}!`,
    missed: (when: string, { schedule, places }: Facts) => `«${schedule}» (${when}) не прозвучало. Мест: ${places}`,
    more: (count: number) => `и ещё ${count}`,
    sms: (when: string, { schedule, places, names }: Facts) =>
      `Не прозвучало: «${schedule}», ${when}. ${names[0] ?? ''}${places > 1 ? ` и ещё ${places - 1}` : ''}`,
  },
} as const;

/** What a responsible person is told about places that have not begun a run, in their language. */
export function missedTexts({ name, language }: { name: string; language: string }, facts: Facts): Texts {
  const lang = language === 'ru' ? 'ru' : 'en';
  const texts = TEXTS[lang];
  const when = facts.at.toLocaleString(lang, { timeZone: facts.zone, dateStyle: 'short', timeStyle: 'short' });
  const rest = facts.places - facts.names.length;
  const lines = [...facts.names.map((place) => `- ${place}`), ...(rest > 0 ? [texts.more(rest)] : [])];
  const mail = [texts.hello(name), '', texts.missed(when, facts), ...lines, ''].join('\n');
  return { lang, subject: texts.subject(facts), mail, sms: texts.sms(when, facts) };
}
