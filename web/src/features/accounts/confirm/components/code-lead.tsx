import { CODE_TTL_MS } from '@belfry/schemas/domain/account';
import { Trans, useTranslation } from 'react-i18next';
import type { Contact } from '../confirm-errors.ts';

const MINUTE_MS = 60_000;
const LIFETIME_MINUTES = CODE_TTL_MS / MINUTE_MS;

/** What to do: enter the code that is under way, or request a new one; see REG-30. */
export function CodeLead({ contact, address, underWay }: { contact: Contact; address: string; underWay: boolean }) {
  const { t } = useTranslation('confirm');
  return (
    <Trans
      t={t}
      i18nKey={underWay ? `${contact}.lead` : `${contact}.lead_new`}
      values={{ address, minutes: LIFETIME_MINUTES }}
      components={{ b: <b /> }}
    />
  );
}
