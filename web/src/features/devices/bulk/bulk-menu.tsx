import { Button, Menu } from '@mantine/core';
import {
  IconBuilding,
  IconChevronDown,
  IconFolderPlus,
  IconNote,
  IconSend,
  IconTag,
  IconToggleRight,
  IconUserShare,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { BULK_KINDS, type BulkKind } from './bulk-change.ts';

export type SelectionAction = 'command' | BulkKind;
/** What administrators can do with selected devices. */
export const ADMIN_ACTIONS: readonly SelectionAction[] = ['command', ...BULK_KINDS];
/** What people can do with selected devices of their own. */
export const OWNER_ACTIONS: readonly SelectionAction[] = ['command', 'note', 'tags', 'company', 'group'];

const ICONS: Record<SelectionAction, Icon> = {
  command: IconSend,
  mode: IconToggleRight,
  note: IconNote,
  tags: IconTag,
  company: IconBuilding,
  group: IconFolderPlus,
  owner: IconUserShare,
};

type Props = { actions: readonly SelectionAction[]; onChoose: (action: SelectionAction) => void };

/** The actions on the selection: buttons, or a menu where there is no room for them. */
export function BulkMenu({ actions, onChoose }: Props) {
  const { t } = useTranslation('device-bulk');
  const mobile = useMobile();
  const iconOf = (action: SelectionAction) => {
    const Icon = ICONS[action];
    return <Icon size={16} aria-hidden />;
  };
  if (!mobile) {
    return actions.map((action) => (
      <Button
        key={action}
        size="compact-sm"
        variant="default"
        leftSection={iconOf(action)}
        onClick={() => onChoose(action)}
      >
        {t(`action.${action}`)}
      </Button>
    ));
  }
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <Button size="compact-sm" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t('action.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item key={action} leftSection={iconOf(action)} onClick={() => onChoose(action)}>
            {t(`action.${action}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
