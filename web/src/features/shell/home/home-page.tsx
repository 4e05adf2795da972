import { type Role, isAdministrator } from '@belfry/schemas/domain/roles';
import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { Stack, Text, Title, Alert, Button, Group, List } from '@mantine/core';
import { type ComponentType, useEffect, useState } from 'react';
import { Trans } from '../../../lib/trans.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { AtOnce } from '../../../ui/states/at-once.tsx';
import { Banner, useBanner, type ShowBanner } from '../../../ui/states/banner.tsx';
import { CardSkeletons } from '../../../ui/states/skeletons.tsx';
import { useGetProfileQuery } from '../../../lib/session/auth-api.ts';
import { useRenewedVoices } from '../../speech/voice-lists-api.ts';
import { LocalTimeCard, LocalTimeSkeleton } from './local-time-card.tsx';
import { useMemberships } from '../../teams/teams-api.ts';
import { useRoleLabel } from '../../../ui/person.tsx';
import classes from './home-page.module.css';
import { IconAlertTriangle, IconSparkles } from '@tabler/icons-react';
import { z } from 'zod';
import { readLocal, writeLocal, LOCAL_KEYS } from '../../../lib/storage.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { formatCount, formatTenth } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { quotasHttp } from '@belfry/schemas/http/service/quotas';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call } from '../../../lib/api/call.ts';

type Props = {
  AskedSection: ComponentType;
  PlacesSection: ComponentType;
  AccountSection: ComponentType<{ profile: Profile; banner: ShowBanner }>;
};

/** The first screen after sign-in: how the places are, and below that the account; see HOME-14. */
export function HomePage({ AskedSection, PlacesSection, AccountSection }: Props) {
  const { t } = useTranslation('home');
  const { data: profile, error, refetch, isFetching } = useGetProfileQuery();
  const role = useSelector(selectRole) ?? 'user';
  const [message, showBanner] = useBanner();
  useRenewedVoices(profile?.lang);
  return (
    <>
      <Banner message={message} />
      <AtOnce>
        <Stack gap="lg">
          <AskedSection />
          <NewAccountNotice profile={profile} />
          <QuotaWarning viewer={role} />
          <PlacesSection />
          <div className={classes.account}>
            <Title order={2} size="h4">
              {profile ? t('greeting', { name: profile.name }) : t('greeting_unknown')}
            </Title>
            <OwnRole role={role} />
          </div>
          <FirstVisit />
          {error !== undefined && !profile && <ProfileError onRetry={() => void refetch()} retrying={isFetching} />}
          {profile ? (
            <>
              <LocalTimeCard profile={profile} banner={showBanner} />
              <AccountSection profile={profile} banner={showBanner} />
            </>
          ) : (
            error === undefined && (
              <>
                <LocalTimeSkeleton />
                <CardSkeletons count={2} height={440} cols={{ base: 1, md: 2 }} />
              </>
            )
          )}
        </Stack>
      </AtOnce>
    </>
  );
}

const PLACES_SHOWN = 3;

/** What the person is: at the places where they work, or by their account; see HOME-18. */
function OwnRole({ role }: { role: Role }) {
  const { t } = useTranslation(['home', 'teams']);
  const roleLabel = useRoleLabel();
  const { memberships } = useMemberships();
  const places = memberships
    .slice(0, PLACES_SHOWN)
    .map((membership) => `${t(`teams:roles.${membership.role}`)} (${membership.company_name})`);
  const more = memberships.length - places.length;
  if (more > 0) places.push(t('role_more', { count: more }));
  return <Text c="dimmed">{t('role', { role: places.length === 0 ? roleLabel(role) : places.join(', ') })}</Text>;
}

/** The profile could not be loaded; the rest of the page works without it; see HOME-1. */
function ProfileError({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  const { t } = useTranslation(['home', 'common']);
  return (
    <Alert color="error" variant="light" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Group justify="space-between">
        {t('profile_error')}
        <Button variant="subtle" color="error" size="compact-sm" onClick={onRetry} loading={retrying}>
          {t('common:retry')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Offers the guide on the first visit only; see HOME-9. */
function FirstVisit() {
  const { t } = useTranslation(['home', 'common']);
  const [isFirst, setIsFirst] = useState(() => readLocal(LOCAL_KEYS.hasVisitedHome, z.boolean()) !== true);
  useEffect(() => writeLocal(LOCAL_KEYS.hasVisitedHome, true), []);
  if (!isFirst) return null;
  return (
    <Alert
      role="note"
      color="purple"
      variant="light"
      p="sm"
      icon={<IconSparkles size={18} aria-hidden />}
      withCloseButton
      closeButtonLabel={t('common:close')}
      onClose={() => setIsFirst(false)}
    >
      <Trans
        t={t}
        i18nKey="first_visit"
        components={{
          a: (
            <TextLink to="/help" inherit underline="always">
              {null}
            </TextLink>
          ),
        }}
      />
    </Alert>
  );
}

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
    getQuotas: build.query({ ...call(quotasHttp.read), keepUnusedDataFor: 60 }),
  }),
});

const { useGetQuotasQuery } = quotasApi;
