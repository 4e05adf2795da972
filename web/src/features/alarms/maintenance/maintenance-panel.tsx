import { SeenNodeSelect } from '../../places/index.ts';
import type { MaintenanceWindow } from '@belfry/schemas/http/alarms/maintenance';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useAddress } from '../../../lib/address.ts';
import { setParameter } from '../../../lib/list-address.ts';
import { useMay } from '../../teams/teams-api.ts';
import { nodeOf } from '../alarms-api.ts';
import { useSeenNodes } from '../../places/seen-nodes-api.ts';
import { MaintenanceCalendar } from './maintenance-calendar.tsx';
import { WindowDialog } from './window-dialog.tsx';
import { WindowList } from './window-list.tsx';

/** Maintenance windows as a list and as the calendar of the coming two weeks. */
export function MaintenancePanel() {
  const { t } = useTranslation('alarm-maintenance');
  const [address, setAddress] = useAddress();
  const places = useSeenNodes();
  const mayPlan = useMay('set_alarm_rules');
  // `new`: one that is planned.
  const [open, setOpen] = useState<MaintenanceWindow | 'new' | null>(null);
  const nodeId = nodeOf(address);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('lead')}
      </Text>
      <Group justify="space-between" align="flex-end" gap="sm">
        <div style={{ flex: '1 1 240px', maxWidth: 420 }}>
          <SeenNodeSelect
            label={t('fields.company_id')}
            placeholder={t('all_places')}
            value={nodeId}
            onChange={(node) => setAddress((now) => setParameter(now, 'node', node), { preventScrollReset: true })}
          />
        </div>
        {mayPlan && (
          <Button
            leftSection={<IconCalendarPlus size={16} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setOpen('new')}
          >
            {t('plan')}
          </Button>
        )}
      </Group>
      <WindowList nodeId={nodeId} places={places} onEdit={setOpen} />
      <MaintenanceCalendar places={places} />
      {open !== null && (
        <WindowDialog
          key={open === 'new' ? open : open.window_id}
          window={open === 'new' ? null : open}
          nodeId={nodeId}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  );
}
