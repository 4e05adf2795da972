import { type Action, ACTION_GROUPS, ACTION_RIGHTS, type ActionGroup, actionsOf } from '@belfry/schemas/domain/actions';
import { hasRight, rightsOfRole } from '@belfry/schemas/domain/rights';
import type { SeenNode } from '@belfry/schemas/http/teams/access';
import { Text } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { Card } from '../../ui/card.tsx';
import classes from './see-as.module.css';

/** What a person may do at a node, in the groups of the console, each with the memberships from which it follows. */
export function SeenActions({ node }: { node: SeenNode }) {
  const { t } = useTranslation('teams');
  return (
    <Card title={t('see_as.actions', { name: node.name })} order={2}>
      <div className={classes.groups}>
        {(Object.keys(ACTION_GROUPS) as ActionGroup[]).map((group) => (
          <div key={group}>
            <h3 className={classes.group}>{t(`action_groups.${group}`)}</h3>
            <ul className={classes.actions} aria-label={t(`action_groups.${group}`)}>
              {actionsOf(group).map((action) => (
                <ActionRow key={action} action={action} node={node} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Card>
  );
}

function ActionRow({ action, node: { rights, sources } }: { action: Action; node: SeenNode }) {
  const { t } = useTranslation('teams');
  const right = ACTION_RIGHTS[action];
  const allowed = rights.includes(right);
  const Mark = allowed ? IconCheck : IconMinus;
  const giving = sources.filter(({ role, may_emergency }) =>
    hasRight(rightsOfRole(role, { mayEmergency: may_emergency }), right),
  );
  const from = giving.map(({ role, name }) =>
    t('see_as.source', { role: t(`roles.${role}`), place: name ?? t('see_as.above') }),
  );
  return (
    <li data-allowed={allowed}>
      <Mark size={16} aria-label={t(allowed ? 'may' : 'may_not')} />
      <span>
        {t(`actions.${action}`)}
        {allowed && (
          <Text span size="xs" c="dimmed" display="block">
            {sources.length === 0 ? t('own_tree') : from.join(', ')}
          </Text>
        )}
      </span>
    </li>
  );
}
