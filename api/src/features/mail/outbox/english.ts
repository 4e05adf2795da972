import type { Texts } from './texts.ts';

export const english: Texts = {
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
      linkLabel: 'Open the sign-in page',
      after: ['If you expect nothing of the kind, you can ignore this message.'],
    },
    directory_invitation: {
      subject: () => 'Your organisation uses Belfry',
      before: [
        'The directory of an organisation, which speaks for your email address, has your account in Belfry.',
        'Nothing of your account changes. Sign in with the provider of this organisation if you want to work there too.',
      ],
      linkLabel: 'Open the sign-in page',
      after: ['If you do not want to, you can ignore this message.'],
    },
    directory_left: {
      subject: () => 'You have left an organisation in Belfry',
      before: [
        'The directory of an organisation says that you are not there any more. What it had given you in Belfry has ended.',
        'Your own account, and everything else that you have, stays as it is.',
      ],
      linkLabel: 'Open the sign-in page',
      after: ['If you have no password, set one with “Forgot Password?” on the sign-in page.'],
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
