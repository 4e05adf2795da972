import { useAct } from '../../../ui/use-act.ts';
import {
  LOG_LEVEL_MINUTES,
  LOG_LEVELS,
  type LogLevel,
  type LogLevelState,
} from '@belfry/schemas/http/service/log-level';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { useTimes } from '../../../lib/times.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { useChooseLogLevelMutation, useGetLogLevelQuery, useResetLogLevelMutation } from './log-level-api.ts';
import { ChoiceSetting } from '../../../ui/fields/choice-setting.tsx';
import { PageSection } from '../../../ui/page-section.tsx';

/** How long a level may be chosen for, in minutes. */
const DURATIONS = [15, LOG_LEVEL_MINUTES.default, 240, LOG_LEVEL_MINUTES.max] as const;

/** The log level of all instances of the api, which root accounts change for some time; see HTTP-40. */
export function LogLevelGroup() {
  const { t } = useTranslation('settings');
  const isRoot = useSelector(selectRole) === 'root';
  return (
    <PageSection title={t('logs.title')}>
      {isRoot ? (
        <LogLevelSetting />
      ) : (
        <div>
          <Text size="sm" fw={400}>
            {t('logs.level')}
          </Text>
          <Text size="xs" c="dimmed">
            {t('logs.root_only')}
          </Text>
        </div>
      )}
    </PageSection>
  );
}

function LogLevelSetting() {
  const { t } = useTranslation('settings');
  const errorText = useErrorMessage();
  const { act } = useAct({ parallel: true });
  const [minutes, setMinutes] = useState<number>(LOG_LEVEL_MINUTES.default);
  const { data, error, refetch, isFetching } = useGetLogLevelQuery();
  const [choose, choosing] = useChooseLogLevelMutation();
  const [reset, resetting] = useResetLogLevelMutation();
  if (error && !data)
    return (
      <ErrorState message={errorText(error, t('logs.failed'))} onRetry={() => void refetch()} retrying={isFetching} />
    );
  const failed = t('not_saved');
  const current = choosing.isLoading && choosing.originalArgs ? choosing.originalArgs.level : data?.level;
  return (
    <>
      <ChoiceSetting
        label={t('logs.level')}
        description={t('logs.level_hint')}
        value={LOG_LEVELS.find((level) => level === current) ?? null}
        choices={LOG_LEVELS}
        disabled={!data}
        name={(level) => t(`logs.choice.${level}`)}
        onChange={(level: LogLevel) => void act(() => choose({ level, minutes }), { failed })}
      />
      <NativeSelect
        label={t('logs.duration')}
        maw={240}
        data={DURATIONS.map((each) => ({ value: String(each), label: t(`logs.for.${each}`) }))}
        value={String(minutes)}
        onChange={({ currentTarget }) => setMinutes(Number(currentTarget.value))}
      />
      {data && (
        <Group justify="space-between" gap="sm">
          <ChosenBy state={data} />
          {data.chosen && (
            <Button
              size="compact-sm"
              variant="default"
              loading={resetting.isLoading}
              onClick={() => void act(() => reset(), { failed })}
            >
              {t('logs.reset', { level: data.configured })}
            </Button>
          )}
        </Group>
      )}
    </>
  );
}

function ChosenBy({ state: { chosen: choice, configured } }: { state: LogLevelState }) {
  const { t } = useTranslation('settings');
  const times = useTimes();
  return (
    <Text component="output" size="xs" c="dimmed">
      {choice
        ? t('logs.chosen', {
            name: choice.set_by?.name ?? t('logs.nobody'),
            at: times.moment(choice.set_at),
            until: times.moment(choice.until),
          })
        : t('logs.configured', { level: configured })}
    </Text>
  );
}
