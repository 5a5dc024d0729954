"""The workbench: a page in the browser where a designer changes a rule and watches the balance move."""
