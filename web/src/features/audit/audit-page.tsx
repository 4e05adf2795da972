import type { AuditEntry } from '@belfry/schemas/http/audit';
import { Alert, Button, Group, Paper, Stack, Text, Loader, TextInput } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconHistory,
  IconHistoryOff,
  IconShieldCheck,
  IconShieldX,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useListAddress } from '../../lib/list-address.ts';
import { usePageSize } from '../../lib/paging.ts';
import { useTimes } from '../../lib/times.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { usePage } from '../../ui/lists/list-state.ts';
import type { Column } from '../../ui/lists/table-parts.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { PageHeading } from '../../ui/tabbed-page.tsx';
import {
  askedOf,
  AUDIT_KINDS,
  AUDIT_VERBS,
  auditApi,
  auditFilters,
  isFiltered,
  useExportAuditMutation,
  useVerifyAuditQuery,
  KIND_CHOICES,
  type AuditFilters,
} from './audit-api.ts';
import { ChangeView } from './change-view.tsx';
import classes from './audit.module.css';
import { OnePlace } from '../../kit/where/index.ts';
import { FilterBar, FilterSelect } from '../../ui/filters/filter-bar.tsx';

export function AuditPage() {
  const { t } = useTranslation('audit');
  const errorText = useErrorMessage();
  const at = useListAddress(auditFilters, { typed: 'actor' });
  const size = usePageSize('audit');
  const list = usePage(auditApi.endpoints.getAuditPage, {
    at,
    size,
    ask: ({ page, page_size, ...filters }) => ({ ...askedOf(filters), page, page_size }),
  });
  const [open, setOpen] = useState<number | null>(null);
  const toggle = useMemo(() => (id: number) => setOpen((now) => (now === id ? null : id)), []);
  const columns = useColumns(open, toggle);
  const filtered = isFiltered(at.filters);
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} lead={t('lead')} />
      <Verification />
      <AuditFilterBar filters={at.filters} onChange={at.change} onReset={at.reset} />
      <ExportButton filters={at.filters} />
      <DataTable
        list={list}
        label={t('title')}
        keyOf={({ id }) => id}
        columns={columns}
        renderDetail={(entry) => entry.id === open && <ChangeView entry={entry} />}
        renderCard={(entry) => <EntryCard entry={entry} open={entry.id === open} onToggle={toggle} />}
        waiting={<LineSkeletons count={8} height={44} />}
        failure={(error) => ({ message: errorText(error, t('error')) })}
        showing={(range) => t('showing', range)}
        filtered={filtered}
        empty={
          <EmptyState icon={<IconHistory size={24} />} title={t('empty.title')}>
            {t('empty.text')}
          </EmptyState>
        }
        noneFound={
          <EmptyState
            icon={<IconHistoryOff size={24} />}
            title={t('empty.none_fit')}
            action={
              <Button variant="light" mt="xs" onClick={at.reset}>
                {t('empty.reset')}
              </Button>
            }
          >
            {t('empty.none_fit_text')}
          </EmptyState>
        }
      />
    </Stack>
  );
}

function ExportButton({ filters }: { filters: Parameters<typeof askedOf>[0] }) {
  const { t } = useTranslation('audit');
  const messageOf = useErrorMessage();
  const [exportAudit, { error, isLoading }] = useExportAuditMutation();
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={isLoading}
        onClick={() => void exportAudit(askedOf(filters))}
      >
        {t('csv')}
      </Button>
      {error !== undefined && (
        <Alert color="error" role="alert">
          {messageOf(error)}
        </Alert>
      )}
    </Group>
  );
}

function useActionText(): (action: string) => string {
  const { t } = useTranslation('audit');
  return (action) => {
    const [kind = '', verb = ''] = action.split('.');
    const [known, done] = [AUDIT_KINDS.find((each) => each === kind), AUDIT_VERBS.find((each) => each === verb)];
    return known ? `${t(`kind.${known}`)}: ${done ? t(`verb.${done}`) : verb.replaceAll(/[-_]/g, ' ')}` : action;
  };
}

function useColumns(open: number | null, toggle: (id: number) => void): Column<AuditEntry>[] {
  const { t } = useTranslation('audit');
  const { moment } = useTimes();
  const actionText = useActionText();
  return [
    {
      key: 'at',
      head: t('columns.at'),
      cell: ({ at }) => <span className="tabular">{moment(at)}</span>,
    },
    { key: 'actor', head: t('columns.actor'), cell: (entry) => <Actor entry={entry} /> },
    {
      key: 'action',
      head: t('columns.action'),
      names: true,
      cell: ({ action }) => <span title={action}>{actionText(action)}</span>,
    },
    { key: 'object', head: t('columns.object'), from: 'laptop', cell: objectOf },
    { key: 'place', head: t('columns.place'), from: 'desktop', cell: ({ company_name }) => company_name ?? '–' },
    {
      key: 'change',
      head: t('columns.change'),
      headHidden: true,
      align: 'end',
      cell: ({ id }) => <Toggle id={id} open={id === open} onToggle={toggle} />,
    },
  ];
}

const objectOf = ({ object_name, object_id, object_kind }: AuditEntry): string =>
  object_name ?? (`${object_kind} ${object_id}`.trim() || '–');

function Actor({ entry: { actor, acting_as, door, ip } }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const name = actor ? (actor.name ?? t('actor.deleted', { id: actor.user_id })) : t('actor.hidden');
  const as = acting_as && t('actor.as', { name: acting_as.name ?? acting_as.user_id });
  const how = door === null || door === 'rest' || door === 'impersonation' ? null : t(`door.${door}`);
  return (
    <>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="xs" c="dimmed">
        {[as, how, ip].filter((part) => part !== null && part !== '').join(' · ')}
      </Text>
    </>
  );
}

type ToggleProps = { id: number; open: boolean; onToggle: (id: number) => void };

function Toggle({ id, open, onToggle }: ToggleProps) {
  const { t } = useTranslation('audit');
  const Icon = open ? IconChevronUp : IconChevronDown;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-expanded={open}
      rightSection={<Icon size={14} aria-hidden />}
      onClick={() => onToggle(id)}
    >
      {t('change.show')}
    </Button>
  );
}

function EntryCard({ entry, open, onToggle }: { entry: AuditEntry } & Omit<ToggleProps, 'id'>) {
  const { moment } = useTimes();
  const actionText = useActionText();
  return (
    <Paper withBorder p="md" className={classes.card ?? ''}>
      <Text size="sm" fw={600}>
        {actionText(entry.action)}
      </Text>
      <Text size="sm">{[objectOf(entry), entry.company_name].filter(Boolean).join(' · ')}</Text>
      <Text size="sm" c="dimmed" className="tabular">
        {moment(entry.at)}
      </Text>
      <Actor entry={entry} />
      <Toggle id={entry.id} open={open} onToggle={onToggle} />
      {open && <ChangeView entry={entry} />}
    </Paper>
  );
}

/** Up to when nothing was changed in the record, or which row is the first one that was. */
function Verification() {
  const { t } = useTranslation('audit');
  const { moment } = useTimes();
  const messageOf = useErrorMessage();
  const { data, error, isFetching, refetch } = useVerifyAuditQuery();
  const again = (
    <Button variant="default" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
      {t('verify.again')}
    </Button>
  );
  if (error !== undefined) {
    return (
      <Alert color="error" role="alert" title={t('verify.failed')}>
        {messageOf(error)} {again}
      </Alert>
    );
  }
  if (!data) return <Loader size="sm" aria-label={t('verify.running')} />;
  const { unbroken_until: until, first_broken_id: id } = data;
  const text = until === null ? t('verify.empty') : t('verify.unbroken', { at: moment(until) });
  if (id === null) {
    return (
      <Alert color="success" role="note" icon={<IconShieldCheck size={18} aria-hidden />} title={text}>
        {again}
      </Alert>
    );
  }
  return (
    <Alert color="error" role="alert" icon={<IconShieldX size={18} aria-hidden />} title={t('verify.broken', { id })}>
      {text} {again}
    </Alert>
  );
}

type Props = {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
  onReset: () => void;
};

/** Who, what, where and when. */
function AuditFilterBar({ filters, onChange, onReset }: Props) {
  const { t } = useTranslation('audit');
  const { actor, action, node, from, to } = filters;
  return (
    <FilterBar
      className={classes.bar}
      label={t('filters.label')}
      search={{
        label: t('filters.actor'),
        placeholder: t('filters.actor_hint'),
        value: actor,
        onChange: (typed) => onChange({ actor: typed }),
      }}
      reset={{ onReset, enabled: isFiltered(filters) }}
      active={
        Object.values({ action: action !== 'all', node: node !== 0, from: from !== '', to: to !== '' }).filter(Boolean)
          .length
      }
    >
      <FilterSelect
        label={t('filters.action')}
        choices={KIND_CHOICES}
        value={action}
        labelOf={(kind) => t(`kind.${kind}`)}
        onChange={(chosen) => onChange({ action: chosen })}
      />
      <OnePlace
        label={t('filters.node')}
        hint={t('filters.all_nodes')}
        value={node === 0 ? null : node}
        onChange={(chosen) => onChange({ node: chosen ?? 0 })}
      />
      <TextInput
        type="date"
        label={t('filters.from')}
        value={from}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('filters.to')}
        value={to}
        error={from !== '' && to !== '' && to < from ? t('filters.order') : undefined}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
    </FilterBar>
  );
}
