import { SESSION_MINUTES_CHOICES } from '@belfry/schemas/domain/session';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { SaveButtons } from '../../../kit/form/index.ts';
import {
  useGetOrganisationSessionQuery,
  useUpdateOrganisationSessionMutation,
} from '../../../lib/session/settings-api.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { ChoiceSetting } from '../../../ui/fields/choice-setting.tsx';
import { PageSection } from '../../../ui/page-section.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { useChoices } from './use-choices.ts';

/** Minutes as the choices have them; `none`: no time-out. */
const CHOICES = ['30', '60', '240', '480', 'none'] as const;
type Choice = (typeof CHOICES)[number];
const minutesOf = (choice: Choice): number | null =>
  SESSION_MINUTES_CHOICES.find((each) => String(each) === choice) ?? null;
const choiceOf = (minutes: number | null): Choice | null =>
  minutes === null ? 'none' : (CHOICES.find((choice) => choice === String(minutes)) ?? null);

/** When a session ends that nobody uses; see AUTH-40. */
export function SessionGroup() {
  const { t } = useTranslation('settings');
  const { choices, locked, change } = useChoices();
  const most = choices?.max_session_minutes ?? null;
  const own = choices?.session_minutes ?? null;
  const minutes = most !== null && (own === null || own > most) ? most : own;
  return (
    <PageSection title={t('session.title')}>
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
        <Text size="sm" c="dimmed">
          {t('session.limited', { minutes: most })}
        </Text>
      )}
    </PageSection>
  );
}

/** The longest session of everybody in one's organisation. It ends sessions of others, so it has a press of its own. */
export function OrganisationSession() {
  const { t } = useTranslation('settings');
  const { act, pending } = useAct();
  const { data } = useGetOrganisationSessionQuery();
  const [send] = useUpdateOrganisationSessionMutation();
  const [choice, setChoice] = useState<Choice | null>(null);
  const stored = data ? choiceOf(data.max_session_minutes) : null;
  const save = async (next: Choice): Promise<void> => {
    const answer = await act(() => send({ max_session_minutes: minutesOf(next) }), { failed: t('not_saved') });
    if (answer !== undefined) setChoice(null);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (choice !== null) void save(choice);
      }}
    >
      <ChoiceSetting
        label={t('session.organisation')}
        description={t('session.organisation_hint')}
        value={choice ?? stored}
        choices={CHOICES}
        disabled={!data || pending}
        name={(each) => t(`session.choice.${each}`)}
        onChange={(next) => setChoice(next === stored ? null : next)}
      />
      {choice !== null && <SaveButtons pending={pending} onCancel={() => setChoice(null)} />}
    </form>
  );
}
