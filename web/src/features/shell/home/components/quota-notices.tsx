import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';
import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount, formatTenth } from '../../../../lib/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { Notice } from '../../../../ui/states/notice.tsx';
import { quotasHttp } from '@belfry/schemas/http/service/quotas';
import { baseApi } from '../../../../lib/api/base-api.ts';
import { call } from '../../../../lib/api/call.ts';

/** Tells people that their new account has a tenth of the quotas; see USER-24. */
export function NewAccountNotice({ profile }: { profile: Profile | undefined }) {
  const { t } = useTranslation('home');
  // A server of the release before does not say it.
  return profile?.full_quotas === false ? <Notice tone="warning">{t('new_account')}</Notice> : null;
}

const GIGABYTE = 1024 ** 3;

/** Warns administrators from 80 % of a quota of the installation on; see USER-25. */
export function QuotaWarning({ viewer }: { viewer: Role }) {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const { data = [] } = useGetQuotasQuery(undefined, { skip: !isAdministrator(viewer) });
  const nearlyFull = data.filter(({ warning }) => warning);
  if (nearlyFull.length === 0) return null;
  return (
    <Notice tone="warning">
      <Text size="sm">{t('quotas.warning')}</Text>
      <List size="sm">
        {nearlyFull.map(({ kind, used, most }) => {
          const format = (value: number): string =>
            kind === 'audio_bytes' ? formatTenth(value / GIGABYTE, locale) : formatCount(value, locale);
          return (
            <List.Item key={kind}>{t(`quotas.kind.${kind}`, { used: format(used), most: format(most) })}</List.Item>
          );
        })}
      </List>
    </Notice>
  );
}

const quotasApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** What the installation has of each kind. */
    getQuotas: build.query({ ...call(quotasHttp.read), keepUnusedDataFor: 60 }),
  }),
});

const { useGetQuotasQuery } = quotasApi;
