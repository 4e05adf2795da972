import { useGetScenariosQuery } from '../scenarios/scenarios-api.ts';
import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import type { BellSound } from '@belfry/schemas/http/bells/timetables';
import type { Trigger } from '@belfry/schemas/http/triggers/triggers';
import type { RowState } from '../../kit/list/index.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useTimes } from '../../lib/times.ts';
import { useLibraryNames } from '../library/library-api.ts';
import { RUNG_CHIMES, valueOfSound } from './trigger-draft.ts';

export function useSoundChoices() {
  const { t } = useTranslation(['triggers', 'library']);
  const { data: messages = [] } = useLibraryNames('messages');
  const { data: own = [] } = useLibraryNames('chimes');
  const chimes = [
    ...RUNG_CHIMES.map((chime) => ({
      value: valueOfSound({ type: 'chime', chime }),
      label: t(`library:chimes.${chime}`),
    })),
    ...own.map(({ id, name }) => ({
      value: valueOfSound({ type: 'chime', chime: 'bell', chime_id: id }),
      label: name,
    })),
  ];
  const spoken = messages.map(({ id, name }) => ({
    value: valueOfSound({ type: 'message', message_id: id }),
    label: name,
  }));
  const labels = new Map([...chimes, ...spoken].map(({ value, label }) => [value, label]));
  return {
    sounds: [
      { group: t('form.chimes'), items: chimes },
      ...(spoken.length > 0 ? [{ group: t('form.messages'), items: spoken }] : []),
    ],
    nameOf: (sound: BellSound): string => {
      const value = valueOfSound(sound);
      return labels.get(value) ?? `#${value.split(':')[1] ?? ''}`;
    },
  };
}

export function useTriggerTexts(): Record<
  'source' | 'action',
  (trigger: Pick<Trigger, 'source' | 'action'>) => string
> {
  const { t } = useTranslation(['triggers', 'alarms', 'alert-feeds']);
  const alarmName = useTexts(ALARM_NAMES);
  const { nameOf } = useSoundChoices();
  const { data: scenarios = [] } = useGetScenariosQuery();
  const scenarioName = (id: number): string => scenarios.find((each) => each.id === id)?.name ?? `#${id}`;
  return {
    source: ({ source }) => {
      if (source.type === 'alarm')
        return t('source.alarm', { kinds: source.kinds.map((kind) => alarmName[kind]).join(', ') });
      if (source.type === 'alert_feed')
        return t('alert-feeds:source', { host: URL.parse(source.url)?.host ?? source.url });
      if (source.type !== 'input') return t(`source.${source.type}`);
      const { serial, input, state } = source;
      return t(`source.input_${state}`, { serial, input });
    },
    action: ({ action }) => {
      if (action.type === 'all_clear') return t('action.all_clear');
      if (action.type === 'scenario') return t('action.scenario', { name: scenarioName(action.scenario_id) });
      if (action.type === 'silence') return t('action.silence', { count: action.minutes });
      if (action.type === 'ring') return t('action.ring', { name: nameOf(action.sound) });
      if (action.type === 'alert') return t(`action.alert_${action.says}`);
      return t(`action.${action.type}`, { name: nameOf({ type: 'message', message_id: action.message_id }) });
    },
  };
}

/** The reason why a trigger is off; null for one that is on. */
export function useOffReason(): (
  trigger: Pick<Trigger, 'enabled' | 'disabled_reason' | 'disabled_at'>,
) => string | null {
  const { t } = useTranslation('triggers');
  const { moment } = useTimes();
  return ({ enabled, disabled_reason, disabled_at }) =>
    enabled || disabled_at === null ? null : t(`off.${disabled_reason ?? 'person'}`, { at: moment(disabled_at) });
}

/** On or off; whether it asks first, or is a drill. */
export function useTriggerState(): (trigger: Pick<Trigger, 'enabled' | 'mode' | 'drill' | 'feed'>) => {
  state: RowState;
  text: string;
} {
  const { t } = useTranslation('triggers');
  return ({ enabled, mode, drill, feed }) => ({
    state: !enabled ? 'off' : drill || feed?.failing_since != null ? 'look' : 'ok',
    text: [
      t(enabled ? 'state.on' : 'state.off'),
      mode === 'ask' ? t('state.asks') : null,
      drill ? t('state.drill') : null,
    ]
      .filter((part) => part !== null)
      .join(' · '),
  });
}
