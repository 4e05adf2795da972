import { SEEN_NODES_PAGE_SIZE, type SeenNode } from '@belfry/schemas/http/teams/access';
import { Button, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import classes from './see-as.module.css';
import { useGetSeenNodesQuery } from './teams-api.ts';

type Props = {
  userId: number;
  /** The node whose actions are shown. */
  chosen: number | undefined;
  onChoose: (node: SeenNode) => void;
};

/** The nodes that a person sees. What is below a node is loaded when it is opened. */
export function SeenTree(props: Props) {
  const { t } = useTranslation('teams');
  return <Branch {...props} label={t('see_as.tree')} />;
}

type BranchProps = Props & {
  /** The node above; absent for the highest ones. */
  below?: number;
  label: string;
};

/** The nodes below one, page after page. */
function Branch({ label, ...props }: BranchProps) {
  const [pages, setPages] = useState([1]);
  return (
    <ul className={classes.branch} aria-label={label}>
      {pages.map((page) => (
        <BranchPage
          key={page}
          {...props}
          page={page}
          onMore={page === pages.length ? () => setPages([...pages, page + 1]) : null}
        />
      ))}
    </ul>
  );
}

type PageProps = Omit<BranchProps, 'label'> & {
  page: number;
  /** Shows the next page; null where it is shown already. */
  onMore: (() => void) | null;
};

function BranchPage({ page, onMore, ...props }: PageProps) {
  const { t } = useTranslation('teams');
  const errorText = useErrorMessage();
  const { userId, below } = props;
  const at = page === 1 ? {} : { page };
  const query = { user_id: userId, ...at, ...(below !== undefined && { company_id: below }) };
  const { currentData, error, isFetching, refetch } = useGetSeenNodesQuery(query);
  if (!currentData) {
    return (
      <li>
        {error ? (
          <ErrorState
            message={errorText(error, t('see_as.failed'))}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <LineSkeletons count={2} height={28} />
        )}
      </li>
    );
  }
  const { nodes, total } = currentData;
  return (
    <>
      {nodes.map((node) => (
        <Node key={node.company_id} node={node} {...props} />
      ))}
      {onMore && page * SEEN_NODES_PAGE_SIZE < total && (
        <li>
          <Button size="compact-sm" variant="default" onClick={onMore}>
            {t('see_as.more')}
          </Button>
        </li>
      )}
    </>
  );
}

function Node({ node, ...props }: Props & { node: SeenNode }) {
  const { t } = useTranslation(['teams', 'tree']);
  const [open, setOpen] = useState(false);
  const { company_id, name, type, has_children } = node;
  return (
    <li>
      <div className={classes.node}>
        {has_children ? (
          <UnstyledButton
            className={classes.toggle ?? ''}
            aria-expanded={open}
            aria-label={t(open ? 'tree:row.close' : 'tree:row.open', { name })}
            onClick={() => setOpen(!open)}
          >
            <IconChevronRight size={16} className={classes.chevron ?? ''} data-open={open || undefined} aria-hidden />
          </UnstyledButton>
        ) : (
          <span className={classes.toggle} />
        )}
        <UnstyledButton
          className={classes.choose ?? ''}
          aria-pressed={props.chosen === company_id}
          onClick={() => props.onChoose(node)}
        >
          {name}
          <Text span size="xs" c="dimmed">
            {t(`tree:type.${type}`)}
          </Text>
        </UnstyledButton>
      </div>
      {open && <Branch {...props} below={company_id} label={name} />}
    </li>
  );
}
