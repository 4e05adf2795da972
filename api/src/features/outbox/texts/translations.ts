import type { AccountMessageKind } from '@belfry/schemas/http/outbox/outbox';

/** The values that are inserted into a message. */
export type Facts = { name: string; code: string; link: string };

type MailTexts = {
  subject: (facts: Facts) => string;
  before: readonly string[];
  linkLabel?: string;
  after: readonly string[];
};
type Texts = {
  /** To somebody whose name is not known. */
  hello: string;
  greeting: (name: string) => string;
  signature: string;
  mails: Record<Exclude<AccountMessageKind, 'confirm_phone'>, MailTexts>;
  /** Must fit into one SMS: 160 Latin letters, 70 others. */
  sms: Record<'confirm_phone', (facts: Facts) => string>;
};

const en: Texts = {
  hello: 'Hello,',
  greeting: (name) => `Hello ${name},`,
  signature: 'Belfry, console for networked audio devices',
  mails: {
    confirm_email: {
      subject: ({ code }) => `${code} is your Belfry confirmation code`,
      before: ['Enter this code to confirm your email address:'],
      after: [
        'The code works for 10 minutes.',
        'If you did not register with Belfry, you can ignore this message: without the code nothing happens.',
      ],
    },
    reset_password: {
      subject: () => 'Set a new Belfry password',
      before: ['Somebody, probably you, has asked to set a new password for your account.'],
      linkLabel: 'Set a new password',
      after: [
        'The link works once, for 30 minutes.',
        'If it was not you, you can ignore this message: your password stays as it is.',
      ],
    },
    password_changed: {
      subject: () => 'Your Belfry password was changed',
      before: ['The password of your account was changed, and the other sessions were signed out.'],
      after: ['If it was not you, set a new password at once with “Forgot Password?” on the sign-in page.'],
    },
    unlock_sign_in: {
      subject: () => 'Sign in to Belfry',
      before: [
        'There were too many attempts to sign in to your account. Somebody, probably you, has asked for a way in.',
        'With this link and your password you can sign in at once:',
      ],
      linkLabel: 'Sign in',
      after: [
        'The link works for one sign-in within 2 hours.',
        'If it was not you, you can ignore this message: without your password the link opens nothing.',
      ],
    },
  },
  sms: { confirm_phone: ({ code }) => `Belfry: your confirmation code is ${code}. It works for 10 minutes.` },
};

const ru: Texts = {
  hello: 'Здравствуйте!',
  greeting: (name) => `Здравствуйте, ${name}!`,
  signature: 'Belfry, управление сетевыми аудиоустройствами',
  mails: {
    confirm_email: {
      subject: ({ code }) => `${code} — ваш код подтверждения Belfry`,
      before: ['Введите этот код, чтобы подтвердить адрес электронной почты:'],
      after: [
        'Код действует 10 минут.',
        'Если вы не регистрировались в Belfry, ничего не делайте: без кода ничего не произойдёт.',
      ],
    },
    reset_password: {
      subject: () => 'Новый пароль для Belfry',
      before: ['Кто-то, вероятно вы, попросил задать новый пароль для вашей учётной записи.'],
      linkLabel: 'Задать новый пароль',
      after: [
        'Ссылка сработает один раз в течение 30 минут.',
        'Если это были не вы, ничего не делайте: пароль останется прежним.',
      ],
    },
    password_changed: {
      subject: () => 'Пароль Belfry изменён',
      before: ['Пароль вашей учётной записи изменён, остальные сеансы завершены.'],
      after: ['Если это были не вы, сразу задайте новый пароль через «Forgot Password?» на странице входа.'],
    },
    unlock_sign_in: {
      subject: () => 'Вход в Belfry',
      before: [
        'Было слишком много попыток войти в вашу учётную запись. Кто-то, вероятно вы, попросил способ войти.',
        'По этой ссылке и с вашим паролем можно войти сразу:',
      ],
      linkLabel: 'Войти',
      after: [
        'Ссылка действует для одного входа в течение 2 часов.',
        'Если это были не вы, ничего не делайте: без вашего пароля ссылка ничего не открывает.',
      ],
    },
  },
  sms: { confirm_phone: ({ code }) => `Belfry: код подтверждения ${code}. Действует 10 минут.` },
};

const TRANSLATIONS = { en, ru };
export type MessageLanguage = keyof typeof TRANSLATIONS;

/** The language of messages: Russian for Russian, English for all others. */
export const messageLanguage = (lang: string): MessageLanguage => (lang === 'ru' ? 'ru' : 'en');

export const textsIn = (language: MessageLanguage): Texts => TRANSLATIONS[language];
