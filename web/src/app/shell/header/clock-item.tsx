import { Menu } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { HeaderTime, useClockMode } from './header-clock.tsx';

/** The clock as an entry of the account's menu, on a phone; a click shows its next view. */
export function ClockItem() {
  const { mode, turn, hint } = useClockMode();
  return (
    <Menu.Item closeMenuOnClick={false} leftSection={<IconClock size={16} aria-hidden />} title={hint} onClick={turn}>
      <HeaderTime mode={mode} />
    </Menu.Item>
  );
}
