import { testStalls } from './test-stalls.ts';

testStalls({ sound: 4, broken: 2 });
