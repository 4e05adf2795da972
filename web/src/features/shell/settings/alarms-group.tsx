import { ALARM_LEVELS, type AlarmLevel } from '@belfry/schemas/http/accounts/settings';
import { Group, NativeSelect, SimpleGrid } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { SwitchRow } from '../../../ui/fields/switch-row.tsx';
import { PageSection } from '../../../ui/page-section.tsx';
import { useChoices } from './use-choices.ts';
import { TimeField } from '../../../ui/fields/time-field.tsx';

const NIGHT = { from: '22:00', to: '07:00' };
const CLOCK = /^\d\d:\d\d$/;

/** What the person is told of alarms, and when not; see ALARM-17. */
export function AlarmsGroup() {
  const { t } = useTranslation('settings');
  const { choices, locked, change } = useChoices();
  const quiet = choices?.alarm_quiet ?? null;
  return (
    <PageSection title={t('alarms.title')}>
      <SimpleGrid cols={{ base: 1, md: 3 }} style={{ alignItems: 'end' }}>
        <LevelSelect
          label={t('alarms.mail')}
          value={choices?.alarm_mail ?? 'low'}
          disabled={locked}
          onChange={(alarm_mail) => void change({ alarm_mail })}
        />
        <LevelSelect
          label={t('alarms.sms')}
          value={choices?.alarm_sms ?? 'critical'}
          disabled={locked}
          onChange={(alarm_sms) => void change({ alarm_sms })}
        />
        <LevelSelect
          label={t('alarms.push')}
          value={choices?.alarm_push ?? 'medium'}
          disabled={locked}
          onChange={(alarm_push) => void change({ alarm_push })}
        />
      </SimpleGrid>
      <SwitchRow
        label={t('alarms.report')}
        description={t('alarms.report_hint')}
        checked={choices?.report_mail ?? false}
        disabled={locked}
        onChange={(report_mail) => void change({ report_mail })}
      />
      <SwitchRow
        label={t('alarms.quiet')}
        description={t('alarms.quiet_hint')}
        checked={quiet !== null}
        disabled={locked}
        onChange={(on) => void change({ alarm_quiet: on ? NIGHT : null })}
      />
      {quiet && (
        <Group grow>
          {(['from', 'to'] as const).map((end) => (
            <TimeField
              key={end}
              label={t(`alarms.quiet_${end}`)}
              value={quiet[end]}
              disabled={locked}
              onChange={(value) => {
                if (CLOCK.test(value)) void change({ alarm_quiet: { ...quiet, [end]: value } });
              }}
            />
          ))}
        </Group>
      )}
    </PageSection>
  );
}

type LevelSelectProps = {
  label: string;
  value: AlarmLevel;
  disabled: boolean;
  onChange: (level: AlarmLevel) => void;
};
function LevelSelect({ label, value, disabled, onChange }: LevelSelectProps) {
  const { t } = useTranslation('settings');
  return (
    <NativeSelect
      label={label}
      data={ALARM_LEVELS.map((level) => ({ value: level, label: t(`alarms.levels.${level}`) }))}
      value={value}
      disabled={disabled}
      onChange={({ currentTarget }) => {
        const level = ALARM_LEVELS.find((each) => each === currentTarget.value);
        if (level) onChange(level);
      }}
    />
  );
}
