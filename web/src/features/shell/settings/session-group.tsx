import { useAct } from '../../../ui/use-act.ts';
import { SESSION_MINUTES_CHOICES } from '@belfry/schemas/domain/session';
import { Text } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { useGetProfileQuery, useIsImpersonated } from '../../../lib/session/auth-api.ts';
import {
  useGetOrganisationSessionQuery,
  useUpdateOrganisationSessionMutation,
} from '../../../lib/session/settings-api.ts';
import { ChoiceSetting } from '../../../ui/fields/choice-setting.tsx';
import { SettingsGroup } from './settings-parts.tsx';
import { useChoices } from './use-choices.ts';

/** Minutes as the choices have them; `none`: no time-out. */
const CHOICES = ['30', '60', '240', '480', 'none'] as const;
type Choice = (typeof CHOICES)[number];
const minutesOf = (choice: Choice): number | null =>
  SESSION_MINUTES_CHOICES.find((each) => String(each) === choice) ?? null;
const choiceOf = (minutes: number | null): Choice | null =>
  minutes === null ? 'none' : (CHOICES.find((choice) => choice === String(minutes)) ?? null);

/** When a session ends that nobody uses, and for owners the longest one of their organisation; see AUTH-40. */
export function SessionGroup() {
  const { t } = useTranslation('settings');
  const { choices, locked, change } = useChoices();
  const most = choices?.max_session_minutes ?? null;
  const own = choices?.session_minutes ?? null;
  const minutes = most !== null && (own === null || own > most) ? most : own;
  return (
    <SettingsGroup title={t('session.title')}>
      <ChoiceSetting
        label={t('session.timeout')}
        description={t('session.timeout_hint')}
        value={choices ? choiceOf(minutes) : null}
        choices={CHOICES}
        disabled={locked}
        isClosed={(choice) => most !== null && (minutesOf(choice) ?? Number.POSITIVE_INFINITY) > most}
        name={(choice) => t(`session.choice.${choice}`)}
        onChange={(choice) => void change({ session_minutes: minutesOf(choice) })}
      />
      {most !== null && (
        <Text size="xs" c="dimmed">
          {t('session.limited', { minutes: most })}
        </Text>
      )}
      <OrganisationSetting />
    </SettingsGroup>
  );
}

/** For people who have a main company. */
function OrganisationSetting() {
  const { t } = useTranslation('settings');
  const { act } = useAct({ parallel: true });
  const isImpersonated = useIsImpersonated();
  const { owns } = useGetProfileQuery(undefined, {
    selectFromResult: ({ data }) => ({ owns: (data?.companies.length ?? 0) > 0 }),
  });
  const { data } = useGetOrganisationSessionQuery(undefined, { skip: !owns });
  const [send, { originalArgs, isLoading }] = useUpdateOrganisationSessionMutation();
  if (!owns) return null;
  const session = isLoading && originalArgs ? originalArgs : data;
  const change = async (max_session_minutes: number | null): Promise<void> => {
    await act(() => send({ max_session_minutes }), { failed: t('not_saved') });
  };
  return (
    <ChoiceSetting
      label={t('session.organisation')}
      description={t('session.organisation_hint')}
      value={session ? choiceOf(session.max_session_minutes) : null}
      choices={CHOICES}
      disabled={!session || isImpersonated}
      name={(choice) => t(`session.choice.${choice}`)}
      onChange={(choice) => void change(minutesOf(choice))}
    />
  );
}
