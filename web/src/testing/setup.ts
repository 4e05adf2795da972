import { configure } from '@testing-library/react';

/** Longer than the default timeout of 1 s, for busy machines. */
configure({ asyncUtilTimeout: 5_000 });
