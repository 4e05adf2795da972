import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginState } from '../../../../lib/session/sign-in-state.ts';
import { readCodeSent, writeCodeSent } from '../../../../lib/session/registration-draft.ts';
import { PublicPage } from '../../../../ui/public-page.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import type { Confirmation } from '../use-confirmation.ts';
import { useIsUnderWay } from '../use-countdown.ts';
import { CodeForm } from './code-form.tsx';
import { CodeLead } from './code-lead.tsx';

type Props = Omit<Confirmation, 'sentAt' | 'onSent'> & {
  /** The recipient of the code. */
  recipient: string;
  /** The same as it is shown. */
  address: string;
  /** The email address that the sign-in page fills in. */
  email: string | undefined;
  /** Whether one came from the sign-in page: nothing was sent by the way, and the way back leads there. */
  fromLogin: boolean;
};

/** The screen of both confirmations, with the way back to where one came from; see REG-23 and REG-30. */
export function CodeScreen({ recipient, address, email, fromLogin, ...confirmation }: Props) {
  const { contact } = confirmation;
  const [sentAt, setSentAt] = useState(() => readCodeSent(recipient) ?? (fromLogin ? null : Date.now()));
  const underWay = useIsUnderWay(sentAt);
  const login: LoginState = { email };
  const { t } = useTranslation('confirm');
  const title = t(`${contact}.title`);
  return (
    <PublicPage tab={title} caption={title} lead={<CodeLead contact={contact} address={address} underWay={underWay} />}>
      <CodeForm
        {...confirmation}
        underWay={underWay}
        login={login}
        sentAt={sentAt}
        onSent={() => {
          writeCodeSent(recipient);
          setSentAt(Date.now());
        }}
      />
      <TextLink
        to={fromLogin ? '/login' : '/register'}
        state={fromLogin ? login : undefined}
        mt="sm"
        display="inline-block"
      >
        {t(fromLogin ? 'to_login' : 'to_register')}
      </TextLink>
    </PublicPage>
  );
}
