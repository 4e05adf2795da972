import { ActionIcon, Badge, Button, Group, SegmentedControl } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconPlus,
  IconRefresh,
  type Icon as TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { TREE_VIEWS, type TreeAddress } from './tree-address.ts';
import classes from './tree-toolbar.module.css';

type Props = {
  address: TreeAddress;
  onChange: (change: Partial<TreeAddress>) => void;
  selected: number;
  refreshing: boolean;
  onRefresh: () => void;
  onOpenAll: (open: boolean) => void;
  onAddMain: () => void;
};

export function TreeToolbar({ address, onChange, selected, refreshing, onRefresh, onOpenAll, onAddMain }: Props) {
  const { t } = useTranslation('tree');
  const locale = useLocale();
  return (
    <div className={classes.bar}>
      <Group gap="xs" justify="space-between">
        <SegmentedControl
          aria-label={t('view.label')}
          value={address.view}
          onChange={(value) => onChange({ view: TREE_VIEWS.find((view) => view === value) ?? 'tree' })}
          data={TREE_VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
        />
        <Button
          className={classes.add ?? ''}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={onAddMain}
        >
          {t('form.add_main')}
        </Button>
        <Badge variant="light" color={selected > 0 ? 'device' : 'gray'} size="lg" tt="none" className="tabular">
          <output>{t('selected_count', { selected: formatCount(selected, locale) })}</output>
        </Badge>
      </Group>
      <Group gap="xs" align="end">
        <SearchField
          className={classes.filter ?? ''}
          label={t('filter')}
          placeholder={t('filter_hint')}
          value={address.find}
          onChange={(find) => onChange({ find })}
        />
        {address.view === 'tree' && (
          <>
            <ToolButton label={t('expand_all')} Icon={IconArrowsMaximize} onClick={() => onOpenAll(true)} />
            <ToolButton label={t('collapse_all')} Icon={IconArrowsMinimize} onClick={() => onOpenAll(false)} />
          </>
        )}
        <ToolButton label={t('refresh')} Icon={IconRefresh} loading={refreshing} onClick={onRefresh} />
      </Group>
    </div>
  );
}

type ToolButtonProps = { label: string; Icon: TablerIcon; loading?: boolean; onClick: () => void };

function ToolButton({ label, Icon, loading = false, onClick }: ToolButtonProps) {
  return (
    <ActionIcon variant="default" size={32} aria-label={label} title={label} loading={loading} onClick={onClick}>
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
