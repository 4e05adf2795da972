import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

type Props = AnchorProps & Pick<LinkProps, 'to' | 'state' | 'replace' | 'onClick'> & { children: ReactNode };

export const TextLink = ({ children, ...rest }: Props) => (
  <Anchor component={Link} size="sm" {...rest}>
    {children}
  </Anchor>
);
