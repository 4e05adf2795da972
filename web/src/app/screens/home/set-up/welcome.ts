/** The first sentence that a person lets their loudspeakers say, by language. */
const WELCOME: Readonly<Record<string, string>> = {
  de: 'Guten Tag. Diese Durchsage kommt über Ihre neue Anlage.',
  en: 'Hello. This announcement comes from your new system.',
  es: 'Buenos días. Este aviso llega por su nuevo sistema.',
  fr: 'Bonjour. Cette annonce est diffusée par votre nouveau système.',
  it: 'Buongiorno. Questo annuncio arriva dal vostro nuovo impianto.',
  nl: 'Goedendag. Deze mededeling komt uit uw nieuwe installatie.',
  pl: 'Dzień dobry. Ten komunikat nadaje Państwa nowy system.',
  pt: 'Olá. Este aviso vem do seu novo sistema.',
  ru: 'Здравствуйте. Это объявление звучит через вашу новую систему.',
  sv: 'Hej. Det här meddelandet kommer från er nya anläggning.',
  tr: 'Merhaba. Bu anons yeni sisteminizden geliyor.',
  uk: 'Добрий день. Це оголошення лунає з вашої нової системи.',
};

/** In English for a language without one. */
export const welcomeIn = (language: string): string =>
  WELCOME[language.split('-')[0]?.toLowerCase() ?? ''] ?? WELCOME['en'] ?? '';
