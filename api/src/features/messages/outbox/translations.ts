import type { AccountMessageKind } from '@belfry/schemas/http/messages/outbox';

/** The values that are inserted into a message. */
type Facts = { name: string; code: string; link: string; passkey: string };

/** The kinds that are sent to a phone. */
const SMS_KINDS = ['confirm_phone', 'phone_changed'] as const;
type SmsKind = (typeof SMS_KINDS)[number];

export const isSmsKind = (kind: AccountMessageKind): kind is SmsKind =>
  (SMS_KINDS as readonly AccountMessageKind[]).includes(kind);

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
  mails: Record<Exclude<AccountMessageKind, SmsKind>, MailTexts>;
  /** Must fit into one SMS: 160 Latin letters, 70 others. */
  sms: Record<SmsKind, (facts: Facts) => string>;
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
    invitation: {
      subject: () => 'Your invitation to Belfry',
      before: ['An administrator has invited you to Belfry. With this link you can register:'],
      linkLabel: 'Register',
      after: [
        'The link works once, for seven days, and for this email address.',
        'If you expect nothing of the kind, you can ignore this message.',
      ],
    },
    member_invitation: {
      subject: () => 'An invitation to work together in Belfry',
      before: [
        'Somebody wants to share places and devices in Belfry with you. This link shows who, and what you may do there:',
      ],
      linkLabel: 'See the invitation',
      after: [
        'The link works once, for seven days, and for this email address.',
        'If you expect nothing of the kind, you can ignore this message.',
      ],
    },
    account_created: {
      subject: () => 'Your Belfry account',
      before: [
        'An administrator has made an account for this email address in Belfry.',
        'Set a password with “Forgot Password?” on the sign-in page, then sign in with this email address.',
      ],
      after: ['If you expect nothing of the kind, you can ignore this message.'],
    },
    two_factor_reset: {
      subject: () => 'Two-factor sign-in of your Belfry account was turned off',
      before: [
        'An administrator has turned off two-factor sign-in of your account and removed your passkeys, and you were signed out everywhere.',
        'You can sign in with your password alone. Please turn two-factor sign-in on again in your profile.',
      ],
      after: ['If you did not ask for this, set a new password at once with “Forgot Password?” on the sign-in page.'],
    },
    passkey_added: {
      subject: ({ passkey }) => `The passkey “${passkey}” was added to your Belfry account`,
      before: [
        'A passkey was added to your account. With it one can sign in without the password, and answer the second step after it.',
      ],
      after: [
        'If it was not you, remove it in Settings, Security, and set a new password at once with “Forgot Password?” on the sign-in page.',
      ],
    },
    passkey_removed: {
      subject: ({ passkey }) => `The passkey “${passkey}” was removed from your Belfry account`,
      before: ['A passkey was removed from your account. Nobody can sign in with it any more.'],
      after: ['If it was not you, set a new password at once with “Forgot Password?” on the sign-in page.'],
    },
    passkey_set_aside: {
      subject: ({ passkey }) => `The passkey “${passkey}” of your Belfry account may have been copied`,
      before: [
        'A passkey counts how often it is used. Somebody has just signed in with one of yours whose counter went back, as that of a copy does.',
        'The sign-in was refused, and this passkey does not work any more. Sign in in another way, remove it in Settings, Security, and add a new one.',
      ],
      after: ['If it was not you, set a new password at once as well.'],
    },
    change_email: {
      subject: ({ code }) => `${code} confirms your new Belfry email address`,
      before: ['Enter this code to use this email address for your account from now on:'],
      after: [
        'The code works for 10 minutes.',
        'If you did not ask for this, you can ignore this message: without the code nothing happens.',
      ],
    },
    email_changed: {
      subject: () => 'The email address of your Belfry account was changed',
      before: [
        'Your account has another email address now, with which you sign in. This address gets no more messages about it.',
      ],
      after: ['If it was not you, ask your administrator for help at once.'],
    },
  },
  sms: {
    confirm_phone: ({ code }) => `Belfry: your confirmation code is ${code}. It works for 10 minutes.`,
    phone_changed: () =>
      'Belfry: another phone was set for your account. If it was not you, set a new password at once.',
  },
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
    invitation: {
      subject: () => 'Приглашение в Belfry',
      before: ['Администратор приглашает вас в Belfry. По этой ссылке можно зарегистрироваться:'],
      linkLabel: 'Зарегистрироваться',
      after: [
        'Ссылка сработает один раз в течение семи дней и только для этого адреса.',
        'Если вы ничего такого не ждали, ничего не делайте.',
      ],
    },
    member_invitation: {
      subject: () => 'Приглашение к совместной работе в Belfry',
      before: [
        'Вам хотят открыть доступ к местам и устройствам в Belfry. По этой ссылке видно, кто и что вам разрешает:',
      ],
      linkLabel: 'Открыть приглашение',
      after: [
        'Ссылка сработает один раз в течение семи дней и только для этого адреса.',
        'Если вы ничего такого не ждали, ничего не делайте.',
      ],
    },
    account_created: {
      subject: () => 'Ваша учётная запись Belfry',
      before: [
        'Администратор создал для этого адреса учётную запись в Belfry.',
        'Задайте пароль через «Forgot Password?» на странице входа и войдите с этим адресом.',
      ],
      after: ['Если вы ничего такого не ждали, ничего не делайте.'],
    },
    two_factor_reset: {
      subject: () => 'Двухфакторный вход в Belfry выключен',
      before: [
        'Администратор выключил двухфакторный вход вашей учётной записи и удалил ваши ключи доступа, и вы вышли из системы везде.',
        'Войти можно с одним паролем. Включите двухфакторный вход в профиле снова.',
      ],
      after: ['Если вы об этом не просили, сразу задайте новый пароль через «Forgot Password?» на странице входа.'],
    },
    passkey_added: {
      subject: ({ passkey }) => `Ключ доступа «${passkey}» добавлен в вашу учётную запись Belfry`,
      before: [
        'В вашу учётную запись добавлен ключ доступа. С ним можно войти без пароля и подтвердить вход на втором шаге.',
      ],
      after: [
        'Если это были не вы, удалите его в разделе «Настройки», «Безопасность» и сразу задайте новый пароль через «Forgot Password?» на странице входа.',
      ],
    },
    passkey_removed: {
      subject: ({ passkey }) => `Ключ доступа «${passkey}» удалён из вашей учётной записи Belfry`,
      before: ['Из вашей учётной записи удалён ключ доступа. Войти с ним больше нельзя.'],
      after: ['Если это были не вы, сразу задайте новый пароль через «Forgot Password?» на странице входа.'],
    },
    passkey_set_aside: {
      subject: ({ passkey }) => `Ключ доступа «${passkey}» вашей учётной записи Belfry могли скопировать`,
      before: [
        'Ключ доступа считает, сколько раз им пользовались. Кто-то только что входил с вашим ключом, счётчик которого пошёл назад, как у копии.',
        'Вход отклонён, и этот ключ больше не действует. Войдите другим способом, удалите его в разделе «Настройки», «Безопасность» и добавьте новый.',
      ],
      after: ['Если это были не вы, сразу задайте и новый пароль.'],
    },
    change_email: {
      subject: ({ code }) => `${code} — код для новой почты в Belfry`,
      before: ['Введите этот код, чтобы этот адрес стал адресом вашей учётной записи:'],
      after: [
        'Код действует 10 минут.',
        'Если вы об этом не просили, ничего не делайте: без кода ничего не произойдёт.',
      ],
    },
    email_changed: {
      subject: () => 'Адрес почты вашей учётной записи Belfry изменён',
      before: [
        'У вашей учётной записи теперь другой адрес почты, с ним вы и входите. На этот адрес сообщений больше не будет.',
      ],
      after: ['Если это были не вы, сразу обратитесь к администратору.'],
    },
  },
  sms: {
    confirm_phone: ({ code }) => `Belfry: код подтверждения ${code}. Действует 10 минут.`,
    phone_changed: () => 'Belfry: телефон заменён. Если это не вы, смените пароль.',
  },
};

const TRANSLATIONS = { en, ru };
export type MessageLanguage = keyof typeof TRANSLATIONS;

/** The language of messages: Russian for Russian, English for all others. */
export const messageLanguage = (lang: string): MessageLanguage => (lang === 'ru' ? 'ru' : 'en');

export const textsIn = (language: MessageLanguage): Texts => TRANSLATIONS[language];
