import { OnePlace, useFirstPlace } from '../../../kit/where/index.ts';
import { Stack, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { useAddress } from '../../../lib/address.ts';
import { setParameter } from '../../../lib/list-address.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { nodeOf } from '../alarms-api.ts';
import { useSeenNodes } from '../../places/seen-nodes-api.ts';
import { NodeRules } from './node-rules.tsx';

export function RulesPanel() {
  const { t } = useTranslation('alarm-rules');
  const [address, setAddress] = useAddress();
  const { first } = useFirstPlace();
  const nodeId = nodeOf(address) ?? first;
  const places = useSeenNodes(nodeId === null ? [] : [nodeId]);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('lead')}
      </Text>
      <div style={{ maxWidth: 420 }}>
        <OnePlace
          label={t('node')}
          hint={t('choose')}
          value={nodeId}
          isNeeded={nodeId !== null}
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
