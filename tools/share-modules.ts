import { vi } from 'vitest';

// Unit tests share modules for speed. A module that one test file replaces would stay replaced for the next.

const refuse = (): never => {
  throw new Error('Unit tests share their modules, so none may be replaced. Pass the part in as an argument.');
};

Object.assign(vi, { mock: refuse, doMock: refuse, resetModules: refuse });
