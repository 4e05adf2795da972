import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../ui/states/notice.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import type { ConfirmState } from '../../../../lib/editing/confirm-state.ts';

type Props = { text: string; unconfirmed: string | undefined };

/** The error box. For an unconfirmed email it links to the confirmation screen; see AUTH-12. */
export function LoginError({ text, unconfirmed }: Props) {
  const { t } = useTranslation('auth');
  const state: ConfirmState = { email: unconfirmed, fromLogin: true };
  return (
    <Notice tone="error">
      {text}
      {unconfirmed !== undefined && (
        <>
          {' '}
          <TextLink to="/confirm-email" state={state} fw={600} underline="always">
            {t('login.confirm_email')}
          </TextLink>
        </>
      )}
    </Notice>
  );
}
