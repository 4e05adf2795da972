import { Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useRuleText } from '../../../lib/repeat.ts';
import { useContents, usePlaceName, type ContentType } from '../../places/index.ts';
import { useTypeText, type ScheduleValues } from '../schedule-values.ts';
import { focusField } from './use-schedule-form.ts';
import classes from './schedule-form.module.css';

/** What the form does as a sentence: "Play [Closing soon] [every day, 19:50] at [Shops]". Each part leads to its fields. */
type Props = { values: ScheduleValues; /** It leads to no fields. */ isStatic?: boolean };
export function ScheduleSentence({ values, isStatic = false }: Props) {
  const { t } = useTranslation('schedule-form');
  const what = useWhatText(values);
  const where = useWhereText(values);
  const ruleOf = useRuleText();
  if (isStatic)
    return (
      <p className={classes.static}>{[`${t(`sentence.${values.type}`)} ${what}`, ruleOf(values), where].join(' · ')}</p>
    );
  return (
    <Text className={classes.sentence ?? ''}>
      {t(`sentence.${values.type}`)} <Part field={hasContent(values.type) ? 'content_id' : 'type'}>{what}</Part>{' '}
      <Part field="starts_at">{values.starts_at === '' ? t('sentence.no_time') : ruleOf(values)}</Part>{' '}
      <span className={classes.at}>{t('sentence.at')}</span> <Part field="targets">{where}</Part>
    </Text>
  );
}

function Part({ field, children }: { field: string; children: ReactNode }) {
  return (
    <UnstyledButton className={classes.part ?? ''} onClick={() => focusField(field)}>
      {children}
    </UnstyledButton>
  );
}

const CONTENT: readonly string[] = ['message', 'playlist', 'station'] satisfies ContentType[];
const hasContent = (type: string): type is ContentType => CONTENT.includes(type);

function useWhatText({ type, content_id, command, days }: ScheduleValues): string {
  const { t } = useTranslation('schedule-form');
  const typeText = useTypeText();
  const { data } = useContents(hasContent(type) ? type : 'message');
  if (type === 'maintenance') return t(`commands.${command}`);
  if (type === 'report') return t('sentence.of_days', { count: Number(days) });
  if (!hasContent(type)) return typeText(type);
  if (content_id === null) return t(`sentence.choose_${type}`);
  return data?.find(({ id }) => id === content_id)?.name ?? typeText(type);
}

function useWhereText({ targets: { nodes = [], groups = [], devices = [] } }: ScheduleValues): string {
  const { t } = useTranslation(['schedule-form', 'schedule']);
  const count = nodes.length + groups.length + devices.length;
  const [only] = nodes;
  const name = usePlaceName(only ?? 0);
  if (count === 0) return t('sentence.no_places');
  if (count === 1 && only !== undefined) return name;
  return t('schedule:places', { count, places: String(count) });
}
