import type { Texts } from './texts.ts';

const NOT_EXPECTED = 'Falls Sie nichts dergleichen erwarten, brauchen Sie nichts zu tun.';
const NEW_PASSWORD =
  'Falls Sie das nicht waren, legen Sie bitte sofort über „Passwort vergessen?“ auf der Anmeldeseite ein neues Passwort fest.';

export const german: Texts = {
  hello: 'Guten Tag,',
  greeting: (name) => `Guten Tag ${name},`,
  signature: 'Belfry, Konsole für vernetzte Audiogeräte',
  mails: {
    confirm_email: {
      subject: ({ code }) => `${code} ist Ihr Bestätigungscode für Belfry`,
      before: ['Mit diesem Code bestätigen Sie Ihre E-Mail-Adresse:'],
      after: [
        'Der Code gilt 10 Minuten.',
        'Falls Sie sich nicht bei Belfry registriert haben, brauchen Sie nichts zu tun: Ohne den Code geschieht nichts.',
      ],
    },
    reset_password: {
      subject: () => 'Neues Passwort für Belfry',
      before: ['Jemand, vermutlich Sie selbst, möchte für Ihr Konto ein neues Passwort festlegen.'],
      linkLabel: 'Neues Passwort festlegen',
      after: [
        'Der Link funktioniert einmal und gilt 30 Minuten.',
        'Falls Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
      ],
    },
    password_changed: {
      subject: () => 'Ihr Passwort für Belfry wurde geändert',
      before: ['Das Passwort Ihres Kontos wurde geändert, alle anderen Sitzungen wurden abgemeldet.'],
      after: [NEW_PASSWORD],
    },
    unlock_sign_in: {
      subject: () => 'Anmeldung bei Belfry',
      before: [
        'Es gab zu viele Versuche, sich mit Ihrem Konto anzumelden. Jemand, vermutlich Sie selbst, hat um einen Weg hinein gebeten.',
        'Mit diesem Link und Ihrem Passwort können Sie sich sofort anmelden:',
      ],
      linkLabel: 'Anmelden',
      after: [
        'Der Link gilt 2 Stunden für eine Anmeldung.',
        'Falls Sie das nicht waren, brauchen Sie nichts zu tun: Ohne Ihr Passwort öffnet der Link nichts.',
      ],
    },
    invitation: {
      subject: () => 'Ihre Einladung zu Belfry',
      before: [
        'Sie wurden von einem Administrator zu Belfry eingeladen. Mit diesem Link können Sie sich registrieren:',
      ],
      linkLabel: 'Registrieren',
      after: ['Der Link funktioniert einmal, gilt sieben Tage und nur für diese E-Mail-Adresse.', NOT_EXPECTED],
    },
    member_invitation: {
      subject: () => 'Einladung zur Zusammenarbeit in Belfry',
      before: [
        'Jemand möchte Orte und Geräte in Belfry mit Ihnen teilen. Der Link zeigt, wer das ist und was Sie dort dürfen:',
      ],
      linkLabel: 'Einladung ansehen',
      after: ['Der Link funktioniert einmal, gilt sieben Tage und nur für diese E-Mail-Adresse.', NOT_EXPECTED],
    },
    account_created: {
      subject: () => 'Ihr Konto bei Belfry',
      before: [
        'Für diese E-Mail-Adresse wurde von einem Administrator ein Konto bei Belfry angelegt.',
        'Legen Sie über „Passwort vergessen?“ auf der Anmeldeseite ein Passwort fest, und melden Sie sich mit dieser E-Mail-Adresse an.',
      ],
      linkLabel: 'Anmeldeseite öffnen',
      after: [NOT_EXPECTED],
    },
    directory_invitation: {
      subject: () => 'Ihre Organisation verwendet Belfry',
      before: [
        'Das Verzeichnis einer Organisation, zu der Ihre E-Mail-Adresse gehört, enthält Ihr Konto bei Belfry.',
        'An Ihrem Konto ändert sich nichts. Wenn Sie auch dort arbeiten möchten, melden Sie sich über den Anbieter dieser Organisation an.',
      ],
      linkLabel: 'Anmeldeseite öffnen',
      after: ['Falls Sie das nicht möchten, brauchen Sie nichts zu tun.'],
    },
    directory_left: {
      subject: () => 'Sie gehören in Belfry nicht mehr zu einer Organisation',
      before: [
        'Laut dem Verzeichnis einer Organisation sind Sie dort nicht mehr. Was Sie in Belfry von ihr hatten, ist beendet.',
        'Ihr eigenes Konto und alles andere bleiben, wie sie sind.',
      ],
      linkLabel: 'Anmeldeseite öffnen',
      after: ['Falls Sie kein Passwort haben, legen Sie eines über „Passwort vergessen?“ auf der Anmeldeseite fest.'],
    },
    two_factor_reset: {
      subject: () => 'Die Zwei-Faktor-Anmeldung Ihres Kontos bei Belfry wurde ausgeschaltet',
      before: [
        'Die Zwei-Faktor-Anmeldung Ihres Kontos wurde von einem Administrator ausgeschaltet, Ihre Passkeys wurden entfernt und alle Sitzungen abgemeldet.',
        'Die Anmeldung ist mit dem Passwort allein möglich. Bitte schalten Sie die Zwei-Faktor-Anmeldung in Ihrem Profil wieder ein.',
      ],
      after: [
        'Falls Sie nicht darum gebeten haben, legen Sie bitte sofort über „Passwort vergessen?“ auf der Anmeldeseite ein neues Passwort fest.',
      ],
    },
    passkey_added: {
      subject: ({ passkey }) => `Der Passkey „${passkey}“ wurde Ihrem Konto bei Belfry hinzugefügt`,
      before: [
        'Ihrem Konto wurde ein Passkey hinzugefügt. Mit ihm ist die Anmeldung ohne Passwort möglich, und er erledigt den zweiten Schritt nach dem Passwort.',
      ],
      after: [
        'Falls Sie das nicht waren, entfernen Sie ihn unter Einstellungen, Sicherheit, und legen Sie sofort über „Passwort vergessen?“ auf der Anmeldeseite ein neues Passwort fest.',
      ],
    },
    passkey_removed: {
      subject: ({ passkey }) => `Der Passkey „${passkey}“ wurde aus Ihrem Konto bei Belfry entfernt`,
      before: ['Aus Ihrem Konto wurde ein Passkey entfernt. Niemand kann sich mehr mit ihm anmelden.'],
      after: [NEW_PASSWORD],
    },
    passkey_set_aside: {
      subject: ({ passkey }) => `Der Passkey „${passkey}“ Ihres Kontos bei Belfry wurde möglicherweise kopiert`,
      before: [
        'Ein Passkey zählt, wie oft er verwendet wird. Eben hat sich jemand mit einem Ihrer Passkeys angemeldet, dessen Zähler zurückging, wie bei einer Kopie.',
        'Die Anmeldung wurde abgelehnt, und dieser Passkey gilt nicht mehr. Melden Sie sich auf anderem Weg an, entfernen Sie ihn unter Einstellungen, Sicherheit, und fügen Sie einen neuen hinzu.',
      ],
      after: ['Falls Sie das nicht waren, legen Sie bitte sofort auch ein neues Passwort fest.'],
    },
    change_email: {
      subject: ({ code }) => `${code} bestätigt Ihre neue E-Mail-Adresse bei Belfry`,
      before: ['Mit diesem Code verwenden Sie für Ihr Konto von nun an diese E-Mail-Adresse:'],
      after: [
        'Der Code gilt 10 Minuten.',
        'Falls Sie nicht darum gebeten haben, brauchen Sie nichts zu tun: Ohne den Code geschieht nichts.',
      ],
    },
    email_changed: {
      subject: () => 'Die E-Mail-Adresse Ihres Kontos bei Belfry wurde geändert',
      before: [
        'Ihr Konto hat jetzt eine andere E-Mail-Adresse, mit der Sie sich anmelden. An diese Adresse kommen keine Nachrichten mehr dazu.',
      ],
      after: ['Falls Sie das nicht waren, wenden Sie sich bitte sofort an Ihren Administrator.'],
    },
  },
  sms: {
    confirm_phone: ({ code }) => `Belfry: Ihr Bestätigungscode ist ${code}. Er gilt 10 Minuten.`,
    phone_changed: () =>
      'Belfry: Für Ihr Konto gilt jetzt ein anderes Telefon. Falls Sie das nicht waren, legen Sie sofort ein neues Passwort fest.',
  },
};
