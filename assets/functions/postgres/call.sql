-- Submit your rows. A running worker answers them. Then read the answers.
select plinth.submit('select id, address, city from listings');

select id, outcome, building_id, project_id, match_confidence from plinth.matches();
