import { SeenNodeSelect } from '../../places/index.ts';
import { Stack, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { useAddress } from '../../../lib/address.ts';
import { setParameter } from '../../../lib/list-address.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { nodeOf } from '../alarms-api.ts';
import { onlyTop, useSeenNodes } from '../../places/seen-nodes-api.ts';
import { NodeRules } from './node-rules.tsx';

export function RulesPanel() {
  const { t } = useTranslation('alarm-rules');
  const [address, setAddress] = useAddress();
  const places = useSeenNodes();
  const nodeId = nodeOf(address) ?? onlyTop(places);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('lead')}
      </Text>
      <div style={{ maxWidth: 420 }}>
        <SeenNodeSelect
          label={t('node')}
          placeholder={t('choose')}
          value={nodeId}
          onChange={(node) => setAddress((now) => setParameter(now, 'node', node), { preventScrollReset: true })}
        />
      </div>
      {nodeId === null ? (
        <EmptyState icon={<IconAdjustmentsHorizontal size={24} />} title={t('choose')}>
          {t('choose_text')}
        </EmptyState>
      ) : (
        <NodeRules key={nodeId} nodeId={nodeId} places={places} />
      )}
    </Stack>
  );
}
