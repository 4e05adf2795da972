/** What a new loudspeaker says first, by language. */
const THIS_IS: Record<string, (name: string) => string> = {
  bg: (name) => `Това е ${name}.`,
  cs: (name) => `Tady je ${name}.`,
  da: (name) => `Dette er ${name}.`,
  de: (name) => `Hier ist ${name}.`,
  en: (name) => `This is ${name}.`,
  es: (name) => `Aquí está ${name}.`,
  et: (name) => `Siin on ${name}.`,
  fi: (name) => `Tämä on ${name}.`,
  fr: (name) => `Ici ${name}.`,
  hu: (name) => `Ez itt: ${name}.`,
  it: (name) => `Qui ${name}.`,
  lt: (name) => `Čia yra ${name}.`,
  lv: (name) => `Šeit ir ${name}.`,
  nb: (name) => `Dette er ${name}.`,
  nl: (name) => `Dit is ${name}.`,
  pl: (name) => `Tu ${name}.`,
  pt: (name) => `Aqui é ${name}.`,
  ro: (name) => `Aici este ${name}.`,
  ru: (name) => `Это ${name}.`,
  sv: (name) => `Det här är ${name}.`,
  tr: (name) => `Burası ${name}.`,
  uk: (name) => `Це ${name}.`,
};

/** In the language of its place where there is such a sentence, else in English, whose language is then said too. */
export function firstWordsOf(name: string, language: string): { text: string; language?: string } {
  const sentence = THIS_IS[language.split('-')[0]?.toLowerCase() ?? ''];
  return sentence ? { text: sentence(name) } : { text: `This is ${name}.`, language: 'en' };
}
