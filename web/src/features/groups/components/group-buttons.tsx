import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconPencil, IconPlaylistAdd, IconPlus, IconTrash, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export type GroupPanelName = 'create' | 'rename' | 'delete';
const PANELS: readonly [GroupPanelName, Icon, string][] = [
  ['create', IconPlus, 'purple'],
  ['rename', IconPencil, 'gray'],
  ['delete', IconTrash, 'error'],
];

type Props = {
  /** Whether a group is chosen. */
  chosen: boolean;
  panel: GroupPanelName | null;
  adding: boolean;
  onPanel: (name: GroupPanelName) => void;
  onAdd: () => void;
};

/** Create, rename and delete, which open a panel each, and add, which adds the devices that are selected in the tree. */
export function GroupButtons({ chosen, panel, adding, onPanel, onAdd }: Props) {
  const { t } = useTranslation('groups');
  const why = (usable: boolean, label: string): string => (usable ? label : `${label}. ${t('choose_first')}`);
  return (
    <Group gap={6} wrap="nowrap">
      {PANELS.map(([name, PanelIcon, color]) => {
        const usable = chosen || name === 'create';
        return (
          <Tooltip key={name} label={why(usable, t(name))}>
            <ActionIcon
              variant={panel === name ? 'filled' : 'light'}
              color={color}
              size={36}
              aria-label={why(usable, t(name))}
              aria-expanded={panel === name}
              disabled={!usable}
              onClick={() => onPanel(name)}
            >
              <PanelIcon size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        );
      })}
      <Tooltip label={why(chosen, t('add'))}>
        <Button
          px="sm"
          leftSection={<IconPlaylistAdd size={18} aria-hidden />}
          aria-label={why(chosen, t('add'))}
          disabled={!chosen}
          loading={adding}
          onClick={onAdd}
        >
          {t('add_short')}
        </Button>
      </Tooltip>
    </Group>
  );
}
