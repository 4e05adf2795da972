import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import type { AlarmKind } from '@belfry/schemas/domain/alarms';
import type { EffectiveAlarmRule } from '@belfry/schemas/http/alarms/rules';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { Facts } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { wholeList } from '../../../ui/lists/list-state.ts';
import type { Column } from '../../../ui/lists/table-parts.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { type SeenNode, useMayAtNode } from '../../places/seen-nodes-api.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { useFieldText } from './rule-texts.ts';
import { defaultsOf, isSetAtNodes, sourcesOf } from './rule-values.ts';
import { useGetAlarmRulesQuery, useGetEffectiveAlarmRulesQuery } from './rules-api.ts';
import { type RuleNode, useRuleNode } from './use-rule-node.ts';
import classes from './rules.module.css';

type Props = { nodeId: number; places: ReadonlyMap<number, SeenNode> | undefined };

export function NodeRules({ nodeId, places }: Props) {
  const { t } = useTranslation('alarm-rules');
  const errorText = useErrorMessage();
  const place = places?.get(nodeId);
  const [editing, setEditing] = useState<AlarmKind | null>(null);
  const fresh = { refetchOnMountOrArgChange: true };
  const effective = useGetEffectiveAlarmRulesQuery(nodeId, fresh);
  const own = useGetAlarmRulesQuery(nodeId, fresh);
  const above = useGetEffectiveAlarmRulesQuery(place?.parent ?? skipToken, fresh);
  const mayEdit = useMayAtNode('set_alarm_rules')(place);
  const node = useRuleNode(nodeId, places);
  const columns = useColumns(node, mayEdit && own.data !== undefined ? setEditing : null);
  const inherited = (kind: AlarmKind) =>
    place?.type === 'Main' ? defaultsOf(kind) : above.currentData?.find((rule) => rule.kind === kind);
  return (
    <>
      {!mayEdit && (
        <Text size="sm" c="dimmed">
          {t('only_read')}
        </Text>
      )}
      <div className={classes.table}>
        <DataTable
          list={wholeList(effective, effective.data)}
          label={t('table')}
          keyOf={({ kind }) => kind}
          columns={columns}
          isDimmed={({ enabled }) => !enabled.value}
          renderCard={(rule) => <RuleCard rule={rule} columns={columns} />}
          waiting={<LineSkeletons count={8} height={40} />}
          failure={(error) => ({ message: errorText(error, t('error')) })}
          empty={null}
        />
      </div>
      {editing !== null && own.data && (
        <RuleDialog
          key={editing}
          kind={editing}
          node={node}
          rule={own.data.find(({ kind }) => kind === editing)}
          effective={effective.data?.find(({ kind }) => kind === editing) ?? { ...defaultsOf(editing), kind: editing }}
          inherited={inherited(editing)}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

type RuleColumn = Column<EffectiveAlarmRule> & { head: string };

function useColumns(node: RuleNode, onEdit: ((kind: AlarmKind) => void) | null): RuleColumn[] {
  const { t } = useTranslation(['alarm-rules', 'alarms']);
  const alarmName = useTexts(ALARM_NAMES);
  const textOf = useFieldText(node.people.nameOf);
  const columns: RuleColumn[] = [
    {
      key: 'kind',
      head: t('columns.kind'),
      names: true,
      cell: ({ kind, enabled }) => (
        <>
          <Text size="sm" fw={600}>
            {alarmName[kind]}
          </Text>
          {!enabled.value && (
            <Text size="xs" c="dimmed">
              {t('off')}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'severity',
      head: t('fields.severity'),
      cell: ({ severity }) => t(`alarms:severity.${severity.value}`),
    },
    {
      key: 'threshold',
      head: t('fields.threshold'),
      cell: (rule) => (rule.threshold.value === null ? '' : textOf(rule, 'threshold', rule.kind)),
    },
    { key: 'delay_s', head: t('fields.delay_s'), cell: (rule) => textOf(rule, 'delay_s', rule.kind) },
    {
      key: 'clear_after_s',
      head: t('fields.clear_after_s'),
      from: 'desktop',
      cell: (rule) => textOf(rule, 'clear_after_s', rule.kind),
    },
    {
      key: 'rises',
      head: t('fields.rises_after_minutes'),
      from: 'desktop',
      cell: (rule) => textOf(rule, 'rises_after_minutes', rule.kind),
    },
    { key: 'tell', head: t('fields.tell'), from: 'laptop', cell: (rule) => textOf(rule, 'tell', rule.kind) },
    {
      key: 'escalate',
      head: t('fields.escalate_after_minutes'),
      from: 'desktop',
      cell: (rule) => textOf(rule, 'escalate_after_minutes', rule.kind),
    },
    { key: 'from', head: t('columns.from'), cell: (rule) => <Sources rule={rule} nameOf={node.nameOf} /> },
  ];
  if (onEdit === null) return columns;
  return [
    ...columns,
    {
      key: 'edit',
      head: t('edit'),
      headHidden: true,
      align: 'end',
      cell: ({ kind }) => <EditButton kind={kind} onEdit={onEdit} />,
    },
  ];
}

function EditButton({ kind, onEdit }: { kind: AlarmKind; onEdit: (kind: AlarmKind) => void }) {
  const { t } = useTranslation(['alarm-rules', 'alarms']);
  const alarmName = useTexts(ALARM_NAMES);
  if (!isSetAtNodes(kind)) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('edit_kind', { kind: alarmName[kind] })}
      aria-haspopup="dialog"
      onClick={() => onEdit(kind)}
    >
      {t('edit')}
    </Button>
  );
}

/** From where the fields come: one line for each node; the defaults are the rest, and need no names. */
function Sources({ rule, nameOf }: { rule: EffectiveAlarmRule; nameOf: RuleNode['nameOf'] }) {
  const { t } = useTranslation('alarm-rules');
  if (!isSetAtNodes(rule.kind)) return t('source.fixed');
  const sources = sourcesOf(rule);
  const set = sources.filter(({ source }) => source !== null);
  if (set.length === 0) return t('source.default');
  return (
    <Stack gap={2}>
      {set.map(({ source, fields }) => (
        <Text key={source} size="sm">
          {nameOf(source)}: {fields.map((field) => t(`fields.${field}`)).join(', ')}
        </Text>
      ))}
      {sources.length > set.length && (
        <Text size="xs" c="dimmed">
          {t('source.rest')}
        </Text>
      )}
    </Stack>
  );
}

/** A kind on a narrow page: when it is raised and where that is set; the rest is behind "More", since there are two dozen kinds. */
function RuleCard({ rule, columns }: { rule: EffectiveAlarmRule; columns: readonly RuleColumn[] }) {
  const { t } = useTranslation('alarm-rules');
  const by = new Map(columns.map((column) => [column.key, column]));
  const cell = (key: string): ReactNode => by.get(key)?.cell(rule);
  const fact = ({ head, cell: cellOf }: RuleColumn): readonly [string, ReactNode] => [head, cellOf(rule)];
  return (
    <Paper withBorder px="md" py="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>{cell('kind')}</div>
        {cell('severity')}
      </Group>
      <Text size="sm">
        {rule.threshold.value !== null && <>{cell('threshold')} · </>}
        {by.get('delay_s')?.head}: {cell('delay_s')}
      </Text>
      {sourcesOf(rule).some(({ source }) => source !== null) && <div>{cell('from')}</div>}
      <Group justify="space-between" wrap="nowrap" align="flex-start" mt={4}>
        <details className={classes.more}>
          <summary>{t('more')}</summary>
          <Facts facts={columns.filter(({ key }) => REST.has(key)).map(fact)} />
        </details>
        {cell('edit')}
      </Group>
    </Paper>
  );
}

const REST: ReadonlySet<string> = new Set(['clear_after_s', 'rises', 'tell', 'escalate']);
