import { configure } from '@testing-library/react';

/** Longer than the default timeout of 1 s: a busy machine may pause for seconds. */
configure({ asyncUtilTimeout: 30_000 });
