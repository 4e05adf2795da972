import { Button, Menu } from '@mantine/core';
import {
  IconBuilding,
  IconChevronDown,
  IconFolderPlus,
  IconNote,
  IconSend,
  IconTag,
  IconToggleRight,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMobile } from '../../../lib/use-mobile.ts';
import { BULK_KINDS, type BulkKind } from './bulk-change.ts';

/** What can be done with the selected devices. */
export const SELECTION_ACTIONS = ['command', ...BULK_KINDS] as const;
export type SelectionAction = 'command' | BulkKind;

const ICONS: Record<SelectionAction, Icon> = {
  command: IconSend,
  mode: IconToggleRight,
  note: IconNote,
  tags: IconTag,
  company: IconBuilding,
  group: IconFolderPlus,
};

type Props = { onChoose: (action: SelectionAction) => void };

/** The actions on the selection: buttons, or a menu where there is no room for them. */
export function BulkMenu({ onChoose }: Props) {
  const { t } = useTranslation('device-bulk');
  const mobile = useMobile();
  const iconOf = (action: SelectionAction) => {
    const Icon = ICONS[action];
    return <Icon size={16} aria-hidden />;
  };
  if (!mobile) {
    return SELECTION_ACTIONS.map((action) => (
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
        {SELECTION_ACTIONS.map((action) => (
          <Menu.Item key={action} leftSection={iconOf(action)} onClick={() => onChoose(action)}>
            {t(`action.${action}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
